function r = boundary (varargin)
% BOUNDARY  Where the pattern of the steady motion changes: curves in a plane of two keys, or crossings along a line.
%
%   r = stickslip.boundary (problem, 'x', {'friction_ratio', 0.4, 1.1}, 'y', {'frequency_ratio', 0.5, 1.5})
%   r = stickslip.boundary (problem, 'x', {'friction_ratio', 0.1, 0.9}, 'at', {'frequency_ratio', 0.4})
%
%   Curves: r.curves.kind, and their points one after the other in r.points.x and r.points.y, with the number of the curve in
%   r.points.curve. Crossings: r.crossings.value, kind, stops_below and stops_above.
%
%   Example:
%     r = stickslip.boundary ('x', {'friction_ratio', 0.1, 1.1}, 'at', {'frequency_ratio', 0.5});
%     assert (abs (r.crossings.value(1) - 1/3) < 1e-12)
%
%   See also stickslip.map, stickslip.plot.
  r = stickslip.inner.run ('boundary', varargin, {'x', 'x_range', 'y', 'y_range', 'at', 'at_value'}, ...
                           struct ('x', 'range', 'y', 'range', 'at', 'value'));
end
