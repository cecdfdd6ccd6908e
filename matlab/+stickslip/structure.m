function p = structure (M, C, K, varargin)
% STRUCTURE  A structure M*x'' + C*x' + K*x + friction = loads, with matrices from the workspace; sparse ones, too.
%
%   p = stickslip.structure (M, C, K, 'contacts', contacts, 'loads', loads, ...)
%
%   contacts and loads are structs, arrays of structs or cells of structs. Their fields are the keys of a case file:
%   a contact acts 'on' a degree of freedom, 'between' two or along a 'direction', and has a 'bound' [N] (or 'mu' and 'normal');
%   'stiffness' makes it elastic. A load has a 'kind' ('harmonic' unless told), an 'amplitude' and a 'frequency' [rad/s].
%   C may be [] where 'modal_damping' or 'rayleigh' is given. 'names' are those of the degrees of freedom, 'position' and
%   'velocity' the start.
%
%   Example:
%     contact = struct ('on', 2, 'bound', 0.4, 'name', 'tip');
%     load = struct ('on', 1, 'amplitude', 1, 'frequency', 0.9);
%     p = stickslip.structure (diag ([1, 2]), [], [3, -1; -1, 1.5], 'modal_damping', 0.02, ...
%                              'contacts', contact, 'loads', load);
%     s = stickslip.steady (p);
%     assert (numel (s.amplitude) == 2)
%
%   See also stickslip.problem, stickslip.sweep.
  p = struct ('is_problem', true, 'mass', matrix_of (M, 'M'), 'stiffness', matrix_of (K, 'K'), 'damping', []);
  if ~isempty (C)
    p.damping = matrix_of (C, 'C');
  end
  if ~isequal (size (p.mass), size (p.stiffness)) || (~isempty (p.damping) && ~isequal (size (p.mass), size (p.damping)))
    stickslip.inner.refuse ('M, C and K must be of one size');
  end
  p.added = '';
  if mod (numel (varargin), 2) ~= 0
    stickslip.inner.refuse ('structure takes names and values in pairs after the matrices; one has no value');
  end
  start = struct ();
  for i = 1:2:numel (varargin)
    name = stickslip.inner.text_of (varargin{i}, 'a name of structure');
    value = varargin{i + 1};
    switch name
      case 'contacts'
        p.added = [p.added tables_of(value, 'contact')];
      case 'loads'
        p.added = [p.added tables_of(value, 'load')];
      case {'modal_damping', 'rayleigh'}
        p = stickslip.inner.with_change (p, ['structure.' name], value);
      case 'names'
        p = stickslip.inner.with_change (p, 'structure.names', stickslip.inner.toml (cellstr (value)));
      case {'position', 'velocity', 'contact_deflection'}
        start.(name) = stickslip.inner.value_of (value, name);
        start.(name) = start.(name)(:)';
      case 'title'
        p = stickslip.inner.with_change (p, 'title', value);
      otherwise
        if ~any (name == '.')
          stickslip.inner.refuse (['structure has no option %s; it has contacts, loads, modal_damping, rayleigh, names, ' ...
                                   'position, velocity, contact_deflection, title and keys with a dot'], name);
        end
        p = stickslip.inner.with_change (p, name, value);
    end
  end
  if ~isempty (fieldnames (start))
    names = fieldnames (start);
    p.added = [p.added sprintf('[start]\n')];
    for i = 1:numel (names)
      p.added = [p.added names{i} ' = ' row_of(start.(names{i})) sprintf('\n')];
    end
  end
end

function text = row_of (numbers)
  text = ['[' strjoin(arrayfun (@stickslip.inner.toml, numbers, 'UniformOutput', false), ', ') ']'];
end

function A = matrix_of (A, name)
  if ~isnumeric (A) || ~isreal (A) || ndims (A) ~= 2 || size (A, 1) ~= size (A, 2) || isempty (A)
    stickslip.inner.refuse ('%s must be a square, real matrix, not a %s of %s', name, class (A), mat2str (size (A)));
  end
  A = full (double (A));
end

% A [[table]] for each struct.
function text = tables_of (given, table)
  if isstruct (given)
    given = num2cell (given(:)');
  elseif ~iscell (given)
    stickslip.inner.refuse ('%ss must be structs, not a %s', table, class (given));
  end
  text = '';
  for i = 1:numel (given)
    fields = given{i};
    if strcmp (table, 'load') && isstruct (fields) && ~isfield (fields, 'kind')
      fields.kind = 'harmonic';
    end
    text = [text '[[' table ']]' sprintf('\n') stickslip.inner.toml_lines(fields, sprintf ('%s %d', table, i))];
  end
end
