function tell_every_case (folder)
% Writes the motion and the steady state of every built-in case to files in a folder, for test_against_program.py: a line
% for each field, its name, unit, size, numbers and words with tabs between them. A refusal is written as its sentence.
  all = stickslip.cases ();
  names = all.name;
  for i = 1:numel (names)
    tell (fullfile (folder, ['simulate ' names{i}]), @() stickslip.simulate (names{i}, 'samples', 57));
    tell (fullfile (folder, ['steady ' names{i}]), @() stickslip.steady (names{i}));
  end
end

function tell (file, ask)
  out = fopen (file, 'w');
  try
    r = ask ();
    told = rmfield (r, {'verb', 'units', 'labels', 'message'});
    write_fields (out, '', told, r.units);
  catch refusal
    fprintf (out, 'refused\t%s\t%s\n', refusal.identifier, refusal.message);
  end
  fclose (out);
end

function write_fields (out, prefix, group, units)
  names = fieldnames (group);
  for i = 1:numel (names)
    value = group.(names{i});
    if isstruct (value)
      write_fields (out, [prefix names{i} '.'], value, units.(names{i}));
      continue;
    end
    words = {};
    if ischar (value)
      words = {value};
      value = 0;
    elseif iscell (value)
      words = value(:)';
      value = reshape (0:numel (words) - 1, size (value));
    end
    dimensions = size (value);
    dimensions = dimensions(1:end - (dimensions(end) == 1));
    fprintf (out, '%s%s\t%s\t%s\t%s', prefix, names{i}, units.(names{i}), sprintf ('%d ', dimensions), ...
             sprintf ('%.17g ', value));
    for k = 1:numel (words)
      fprintf (out, '%s', [sprintf('\t') words{k}]);
    end
    fprintf (out, '\n');
  end
end
