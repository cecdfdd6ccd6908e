function names = ratio_names ()
% RATIO_NAMES  What describes a dimensionless oscillator, in the order of the library.
  names = {'friction_ratio', 'frequency_ratio', 'damping_ratio', 'static_ratio'};
end
