function r = run (verb, given, known, forms)
% RUN  What every function of the package does: reads its arguments, calls the library, gives a struct with units.
%   known are the options of the verb, forms how an option in a cell is meant: 'values', 'range', 'cells' or 'value'.
  [problem, options, progress] = stickslip.inner.read_arguments (verb, given, known, forms);
  r = stickslip.inner.call (verb, problem, options, progress);
end
