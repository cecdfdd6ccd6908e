function text = text_of (value, what)
% TEXT_OF  A text as a row of characters; strings of MATLAB, too.
  if isa (value, 'string') && isscalar (value)
    value = char (value);
  end
  if ~ischar (value) || (size (value, 1) ~= 1 && ~isempty (value))
    stickslip.inner.refuse ('%s must be a text, not a %s', what, class (value));
  end
  text = value;
end
