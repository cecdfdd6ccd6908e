function r = poincare (varargin)
% POINCARE  A section: the state once a load period ('stroboscopic'), or at each 'stop', 'release' or 'turn'.
%
%   r = stickslip.poincare (problem, 'section', 'stroboscopic', 'points', 2000)
%
%   Example:
%     r = stickslip.poincare ('stefanski-fig3b', 'points', 20);
%     assert (numel (r.x) == 20)
%
%   See also stickslip.lyapunov, stickslip.plot.
  r = stickslip.inner.run ('poincare', varargin, {'section', 'points', 'transient', 'phase'}, struct ());
end
