function r = call (verb, problem, options, progress)
% CALL  Calls the library and gives what it finds as a struct; raises its sentences as errors.
  [status, sentence, names, units, descriptions, numbers, words] = stickslip.core (verb, problem, options, progress);
  if status ~= 0 && (isempty (names) || status ~= 3)
    stickslip.inner.complain (status, sentence);
  end
  r = struct ('verb', strrep (verb, '_ratios', ''));
  r.units = struct ();
  r.labels = struct ();
  for i = 1:numel (names)
    path = stickslip.inner.path_of (names{i});
    value = stickslip.inner.words_of (numbers{i}, words{i});
    r = with_field (r, path, value);
    r.units = with_field (r.units, path, units{i});
    if ~isempty (descriptions{i})
      r.labels = with_field (r.labels, path, descriptions{i});
    end
  end
  r.message = sentence;
end

% What setfield does, ten times as fast.
function s = with_field (s, path, value)
  switch numel (path)
    case 1
      s.(path{1}) = value;
    case 2
      s.(path{1}).(path{2}) = value;
    otherwise
      s = setfield (s, path{:}, value);
  end
end
