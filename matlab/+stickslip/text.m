function toml = text (problem, varargin)
% TEXT  A case as the text of a case file, with all changes.
%
%   Example:
%     toml = stickslip.text ('hong-liu-fig10', 'friction.bound', 0.25);
%     assert (~isempty (strfind (toml, 'bound = 0.25')))
%
%   See also stickslip.problem, stickslip.structure.
  problem = stickslip.inner.leading_problem ('text', {problem});
  problem.is_problem = true;
  problem = stickslip.problem (problem, varargin{:});
  [status, toml] = stickslip.core ('text', problem, struct (), []);
  if status ~= 0
    stickslip.inner.complain (status, toml);
  end
end
