function r = cases ()
% CASES  The built-in cases: a struct with name and title, each a cell of texts.
%
%   Example:
%     all = stickslip.cases ();
%     assert (any (strcmp (all.name, 'hong-liu-fig10')))
%
%   See also stickslip.problem.
  r = stickslip.inner.call ('cases', struct (), struct (), []);
end
