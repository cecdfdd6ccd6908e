function t = table (group, units)
% TABLE  Columns of one length as a table of MATLAB with units; Octave, which has no tables, gives the struct of these columns.
%
%   t = stickslip.table (r.samples, r.units.samples)
%
%   Example:
%     r = stickslip.simulate ('dlubal-0116', 'samples', 5);
%     t = stickslip.table (r.events, r.units.events);
%     assert (numel (t.t) == numel (r.events.kind))
  if ~isstruct (group) || ~isscalar (group)
    stickslip.inner.refuse ('table takes a group of columns, as r.samples, not a %s', class (group));
  end
  names = fieldnames (group);
  lengths = cellfun (@(name) size (group.(name), 1), names);
  names = names(lengths == max (lengths) & cellfun (@(name) ~isstruct (group.(name)) && ~ischar (group.(name)), names));
  t = struct ();
  for i = 1:numel (names)
    t.(names{i}) = group.(names{i});
  end
  if ~exist ('OCTAVE_VERSION', 'builtin')
    t = struct2table (t);
    if nargin > 1
      t.Properties.VariableUnits = cellfun (@(name) units.(name), names, 'UniformOutput', false)';
    end
  end
end
