function [problem, rest] = leading_problem (verb, given)
% LEADING_PROBLEM  The problem with which the arguments begin, [] if there is none, and the names and values after it.
  problem = [];
  rest = given;
  if mod (numel (given), 2) == 1
    first = given{1};
    rest = given(2:end);
    if isa (first, 'string') || ischar (first)
      problem = struct ('name', stickslip.inner.text_of (first, 'the case'));
    elseif isstruct (first) && isscalar (first)
      problem = first;
      if ~isfield (first, 'is_problem')
        problem = stickslip.problem (first);
      end
    else
      stickslip.inner.refuse (['%s begins with a case: a built-in name, a file, or what stickslip.problem or ' ...
                               'stickslip.structure give; not a %s'], verb, class (first));
    end
  elseif ~isempty (given) && isstruct (given{1})
    stickslip.inner.refuse ('%s takes names and values in pairs after the case; one has no value', verb);
  end
end
