function value = value_of (given, name)
% VALUE_OF  What an option may be, as the library takes it: full real doubles, or a text; a list of texts has commas.
  if isa (given, 'string') || iscellstr (given)
    value = strjoin (cellstr (given), ',');
  elseif ischar (given)
    value = stickslip.inner.text_of (given, name);
  elseif islogical (given) || isnumeric (given)
    if ~isreal (given)
      stickslip.inner.refuse ('%s must be real, and has an imaginary part', name);
    end
    if isempty (given)
      stickslip.inner.refuse ('%s is empty; it must be a number, an array of numbers or a text', name);
    end
    value = full (double (given));
  else
    stickslip.inner.refuse ('%s must be a number, an array of numbers or a text, not a %s', name, class (given));
  end
end
