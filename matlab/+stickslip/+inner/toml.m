function text = toml (value)
% TOML  A value as a case file spells it; numbers with all their digits.
  if isa (value, 'string') || iscell (value)
    parts = cellfun (@stickslip.inner.toml, cellstr (value), 'UniformOutput', false);
    text = ['[' strjoin(parts, ', ') ']'];
  elseif ischar (value)
    escaped = strrep (strrep (value, '\', '\\'), '"', '\"');
    text = ['"' regexprep(escaped, '[\x00-\x1f]', ' ') '"'];
  elseif islogical (value) && isscalar (value)
    words = {'false', 'true'};
    text = words{value + 1};
  elseif isscalar (value)
    text = sprintf ('%.17g', double (value));
    text = strrep (strrep (text, 'Inf', 'inf'), 'NaN', 'nan');
  elseif isvector (value) || isempty (value)
    parts = arrayfun (@stickslip.inner.toml, full (value(:)'), 'UniformOutput', false);
    text = ['[' strjoin(parts, ', ') ']'];
  else
    rows = cell (1, size (value, 1));
    for i = 1:size (value, 1)
      rows{i} = ['[' strjoin(arrayfun (@stickslip.inner.toml, full (value(i, :)), 'UniformOutput', false), ', ') ']'];
    end
    text = ['[' strjoin(rows, ', ') ']'];
  end
end
