function value = words_of (numbers, words)
% WORDS_OF  Numbers as they are, or the words that they count: one text, or a cell of texts.
  if isempty (words)
    value = numbers;
  elseif isscalar (numbers) && isscalar (words)
    value = words{1};
  else
    words = [words(:); {''}];
    numbers(isnan (numbers)) = numel (words) - 1;
    value = reshape (words(numbers + 1), size (numbers));
  end
end
