function r = sweep (varargin)
% SWEEP  A response curve: the steady state against the values of a key.
%
%   r = stickslip.sweep (problem, 'over', {'load.frequency', linspace(1, 9, 200)}, 'observables', {'amplitude'})
%
%   Options: observables (a text or a cell of texts); on a line direction ('up', 'down', 'both') and refine; structures: shapes.
%   r.values are the values of the key, r.regime what the motion is there; each observable is a field: amplitude[2-1] is
%   r.amplitude_2_1, contact.tip.slip is r.contact.tip.slip.
%
%   Example:
%     r = stickslip.sweep ('friction_ratio', 0.3, 'over', {'frequency_ratio', [0.5, 0.8, 1.5]});
%     assert (numel (r.amplitude_ratio) == 3)
%
%   See also stickslip.steady, stickslip.map, stickslip.backbone, stickslip.plot.
  r = stickslip.inner.run ('sweep', varargin, {'over', 'values', 'observables', 'direction', 'refine', 'shapes'}, ...
                           struct ('over', 'values'));
end
