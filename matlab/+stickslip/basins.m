function r = basins (varargin)
% BASINS  Which attractor is reached from which start, over [from, to, count] cells of position and velocity.
%
%   r = stickslip.basins (problem, 'position', [-4, 4, 40], 'velocity', [-6, 6, 40])
%
%   r.attractor is a matrix with the number of the attractor for each velocity (rows) and position (columns).
%
%   Example:
%     r = stickslip.basins ('hong-liu-fig10', 'position', [-1, 1, 2], 'velocity', [-1, 1, 3], 'periods', 60);
%     assert (isequal (size (r.attractor), [3, 2]))
%
%   See also stickslip.bifurcation, stickslip.plot.
  r = stickslip.inner.run ('basins', varargin, {'position', 'velocity', 'seed', 'transient', 'periods'}, ...
                           struct ());
end
