function r = map (varargin)
% MAP  Steady states over the plane of two keys, computed at the centres of cells.
%
%   r = stickslip.map ('x', {'friction_ratio', 0, 1.1, 200}, 'y', {'frequency_ratio', 0.05, 1.5, 150, 'log'})
%
%   Each quantity is a matrix with a row for each y and a column for each x, as imagesc and contour take it. r.regime is a cell of
%   words, all others are numbers.
%
%   Example:
%     r = stickslip.map ('x', {'friction_ratio', 0, 1, 4}, 'y', {'frequency_ratio', 0.2, 1.4, 3}, ...
%                        'observables', 'amplitude_ratio');
%     assert (isequal (size (r.amplitude_ratio), [3, 4]))
%
%   See also stickslip.boundary, stickslip.sweep, stickslip.plot.
  r = stickslip.inner.run ('map', varargin, {'x', 'x_range', 'x_log', 'y', 'y_range', 'y_log', 'observables'}, ...
                           struct ('x', 'cells', 'y', 'cells'));
end
