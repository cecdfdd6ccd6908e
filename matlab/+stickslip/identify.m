function r = identify (problem, t, varargin)
% IDENTIFY  Friction and other numbers of a case from a measured motion.
%
%   r = stickslip.identify (problem, t, 'displacement', x, 'fit', {'friction.bound', 'oscillator.damping'})
%
%   The record is of displacement, velocity or acceleration at the times t, in SI units. fit names keys of the case, and
%   'sensor.offset' for a constant that the sensor adds; what the problem says of them need only be rough. A start that it does
%   not give is found as well. Options: lower and upper (one bound for each key, NaN for none), confidence (0.95).
%   r.estimates.friction.bound has value, lower, upper and standard_error; r.noise is what is left over, r.misfit whether that
%   is no noise, r.alternatives how other kinds of damping fit, r.warnings what is strange, r.case_text the case with the
%   numbers found.
%
%   Example:
%     t = linspace (0, 3, 301);
%     spring.oscillator = struct ('mass', 2, 'stiffness', 800, 'damping', 0.8);
%     decay = stickslip.simulate (stickslip.problem (spring, 'friction.bound', 1.6, 'start.position', 0.05), 'times', t);
%     r = stickslip.identify (stickslip.problem (spring), t, 'displacement', decay.samples.x, ...
%                             'fit', {'friction.bound', 'oscillator.damping'});
%     assert (abs (r.estimates.friction.bound.value - 1.6) < 1e-6)
%
%   See also stickslip.simulate, stickslip.backbone, stickslip.plot.
  quantities = {'displacement', 'velocity', 'acceleration'};
  if nargin < 2 || ~isnumeric (t)
    stickslip.inner.refuse ('identify takes a problem and the times of a record, as identify (problem, t, ''displacement'', x, …)');
  end
  names = varargin(1:2:end);
  is_quantity = cellfun (@(name) ischar (name) && any (strcmp (name, quantities)), names);
  if nnz (is_quantity) ~= 1 || mod (numel (varargin), 2) ~= 0
    stickslip.inner.refuse ('identify takes names and values, among them one of displacement, velocity and acceleration');
  end
  at = 2 * find (is_quantity) - 1;
  quantity = varargin{at};
  varargin{at} = 'values';
  r = stickslip.inner.run ('identify', [{problem, 'times', t, 'quantity', quantity}, varargin], ...
                           {'times', 'values', 'quantity', 'fit', 'lower', 'upper', 'confidence'}, struct ());
end
