function axes_ = plot (r, varargin)
% PLOT  Draws a result of the package into the current figure; gives the axes.
%
%   stickslip.plot (r)
%   stickslip.plot (r, 'amplitude')          a map or a sweep: this quantity
%
%   Motions are drawn over time, with a dot at each event; response curves, backbones and designs over their key, maps as
%   colours, boundaries as curves, sections, attractors and basins in the plane of position and velocity.
%
%   Example:
%     figure ('visible', 'off')
%     axes_ = stickslip.plot (stickslip.simulate ('dlubal-0116'));
%     assert (numel (axes_) == 2)
%     close
%
%   See also stickslip.simulate, stickslip.sweep, stickslip.map.
  axes_ = stickslip.inner.draw (r, varargin{:});  % where the name plot means that of Octave or MATLAB
end
