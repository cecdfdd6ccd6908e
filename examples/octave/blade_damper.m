%% A blade with a friction damper: response curves of a beam whose matrices come from a file
% blade.mat has M and K of a steel cantilever of four beam elements (200 x 30 x 4 mm, deflection and slope of each node), sparse.
blade = load (fullfile (fileparts (mfilename ('fullpath')), 'blade.mat'));
tip = size (blade.M, 1) - 1;                     % deflection of the last node
w = sqrt (sort (eig (full (blade.M \ blade.K))));
fprintf ('natural frequencies %.1f and %.1f Hz\n', w(1:2) / (2 * pi));

%% The damper: a spring in series with a slider, at the second node; a load of 1 N at the tip
damper = struct ('name', 'damper', 'on', 3, 'bound', 1, 'stiffness', 2e4);
force = struct ('on', tip, 'amplitude', 1, 'frequency', w(1));
p = stickslip.structure (blade.M, [], blade.K, 'modal_damping', 0.002, 'contacts', damper, 'loads', force);

%% Response curves for three bounds: too little friction does nothing, too much only moves the resonance
frequencies = linspace (0.95, 1.12, 18) * w(1);
quantity = sprintf ('amplitude[%d]', tip);
bounds = [0.3, 3, 30];
amplitude = zeros (numel (bounds), numel (frequencies));
for i = 1:numel (bounds)
  curve = stickslip.sweep (p, 'over', {'load.frequency', frequencies}, 'contact.damper.bound', bounds(i), ...
                           'observables', quantity);
  amplitude(i, :) = curve.(sprintf ('amplitude_%d', tip));
end
figure
semilogy (frequencies / (2 * pi), amplitude);
xlabel ('load frequency [Hz]');
ylabel ('amplitude of the tip [m]');
legend (arrayfun (@(b) sprintf ('%g N', b), bounds, 'UniformOutput', false));
grid on
largest = max (amplitude, [], 2);
fprintf ('largest tip amplitude %.2f, %.2f and %.2f mm for %g, %g and %g N\n', 1e3 * largest, bounds);
