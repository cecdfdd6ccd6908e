function r = bifurcation (varargin)
% BIFURCATION  The attractors at each value of a key.
%
%   r = stickslip.bifurcation (problem, 'over', {'load.amplitude', linspace(1, 8, 50)})
%
%   r.attractors has a value, a label, a multiplier or an exponent for each; r.points are their points, with the number of the
%   attractor.
%
%   Example:
%     r = stickslip.bifurcation ('hong-liu-fig10', 'over', {'frequency_ratio', [0.7, 0.9]}, 'periods', 60);
%     assert (numel (r.attractors.value) >= 2)
%
%   See also stickslip.basins, stickslip.plot.
  r = stickslip.inner.run ('bifurcation', varargin, {'over', 'values', 'sweeps', 'transient', 'periods', 'points'}, ...
                           struct ('over', 'values'));
end
