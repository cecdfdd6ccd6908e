function text = toml_lines (fields, what)
% TOML_LINES  The fields of a struct as the lines of a table.
  if ~isstruct (fields) || ~isscalar (fields)
    stickslip.inner.refuse ('%s must be a struct, not a %s', what, class (fields));
  end
  lists = {'direction', 'influence', 'masses', 'springs', 'dampers'};  % of one number, too
  names = fieldnames (fields);
  text = '';
  for i = 1:numel (names)
    value = fields.(names{i});
    if ~iscellstr (value)
      value = stickslip.inner.value_of (value, [what '.' names{i}]);
    end
    toml = stickslip.inner.toml (value);
    if isnumeric (value) && isscalar (value) && any (strcmp (names{i}, lists))
      toml = ['[' toml ']'];
    end
    text = [text names{i} ' = ' toml sprintf('\n')];
  end
end
