function r = lyapunov (varargin)
% LYAPUNOV  The largest Lyapunov exponent [1/s] with its standard error.
%
%   r = stickslip.lyapunov (problem, 'periods', 80000)
%
%   Example:
%     r = stickslip.lyapunov ('stefanski-fig3b', 'periods', 200, 'runs', 2, 'transient', 5);
%     assert (isfinite (r.exponent) && r.standard_error > 0)
%
%   See also stickslip.poincare, stickslip.bifurcation, stickslip.basins.
  r = stickslip.inner.run ('lyapunov', varargin, {'periods', 'transient', 'runs', 'seed'}, struct ());
end
