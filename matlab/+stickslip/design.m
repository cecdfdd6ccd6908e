function r = design (varargin)
% DESIGN  The value of a key that minimises the worst response over a band, never sticks, or gives a wanted response.
%
%   r = stickslip.design (problem, 'vary', {'friction.bound', 20, 2000}, 'minimise', 'transmissibility', ...
%                         'over', {'load.frequency', 14.5, 30})
%   r = stickslip.design (problem, 'vary', {key, a, b}, 'avoid_stick', true)
%   r = stickslip.design (problem, 'vary', {key, a, b}, 'target', {'amplitude', 0.01})
%
%   r.value is the answer, r.worst the largest response there; r.values and r.worsts are the whole curve.
%
%   Example:
%     r = stickslip.design ('riddoch-fig5', 'vary', {'friction_ratio', 0.3, 0.9}, 'avoid_stick', true);
%     assert (abs (r.value - 1/3) < 1e-9)
%
%   See also stickslip.sweep, stickslip.plot.
  r = stickslip.inner.run ('design', varargin, {'vary', 'vary_range', 'over', 'over_range', 'minimise', 'avoid_stick', 'target', 'target_value'}, ...
                           struct ('vary', 'range', 'over', 'range', 'target', 'value'));
end
