function problem = with_change (problem, key, value)
% WITH_CHANGE  The problem with another value of a key, which may be an array.
  if isempty (problem)
    stickslip.inner.refuse ('%s changes a key of a case, and there is no case', key);
  end
  value = stickslip.inner.value_of (value, key);
  if ~ischar (value) && ~isscalar (value)
    value = stickslip.inner.toml (value);
  end
  if ~isfield (problem, 'changes')
    problem.changes = {};
  end
  problem.changes = [problem.changes, {key, value}];
end
