function complain (status, sentence)
% COMPLAIN  Raises the sentence of the library under the identifier of its status.
  identifiers = {'failed', 'badInput', 'noResult', 'outOfMemory', 'interrupted'};
  error (['stickslip:' identifiers{status}], '%s', sentence);
end
