function p = problem (case_, varargin)
% PROBLEM  A case with changes: a built-in name, a file, or a struct whose fields are the tables of a case file.
%
%   p = stickslip.problem ('hong-liu-fig10', 'friction.bound', 0.5)
%   p = stickslip.problem (tables, ...)
%
%   Names with a dot are keys of the case, friction_ratio, frequency_ratio, damping_ratio,
%   static_ratio, normal_ratio and normal_phase are ratios.
%   'record', {name, times, values} stands in the place of the file that the case calls name.
%   The result is a struct, which can be stored; every function of the package takes it.
%
%   Example:
%     crate.oscillator = struct ('mass', 100, 'stiffness', 5000);
%     crate.friction = struct ('mu', 0.1, 'normal', 1000);
%     crate.load = struct ('kind', 'constant', 'force', 1500);
%     motion = stickslip.simulate (stickslip.problem (crate, 'run.until', 5));
%     assert (abs (motion.final.x - 0.32) < 1e-12)
%
%   See also stickslip.structure, stickslip.cases, stickslip.text.
  if isstruct (case_) && isscalar (case_) && isfield (case_, 'is_problem')
    p = case_;
  elseif isstruct (case_) && isscalar (case_)
    p = struct ('is_problem', true, 'text', text_of_tables (case_));
  else
    p = struct ('is_problem', true, 'name', stickslip.inner.text_of (case_, 'the case'));
  end
  if mod (numel (varargin), 2) ~= 0
    stickslip.inner.refuse ('problem takes names and values in pairs after the case; one has no value');
  end
  for i = 1:2:numel (varargin)
    name = stickslip.inner.text_of (varargin{i}, 'a name of problem');
    if strcmp (name, 'record')
      p = with_record (p, varargin{i + 1});
    elseif any (name == '.') || any (strcmp (name, stickslip.inner.ratio_names ())) || strcmp (name, 'title')
      p = stickslip.inner.with_change (p, name, varargin{i + 1});
    else
      stickslip.inner.refuse ('%s is no key of a case: keys have a dot, as friction.bound', name);
    end
  end
end

function text = text_of_tables (tables)
  text = '';
  names = fieldnames (tables);
  for i = 1:numel (names)
    if strcmp (names{i}, 'title')
      text = ['title = ' stickslip.inner.toml(tables.title) sprintf('\n') text];
    else
      text = [text '[' names{i} ']' sprintf('\n') stickslip.inner.toml_lines(tables.(names{i}), names{i})];
    end
  end
  if isempty (text)
    stickslip.inner.refuse ('the case has no fields; it needs oscillator or ratios');
  end
end

function p = with_record (p, record)
  if ~iscell (record) || numel (record) ~= 3 || ~ischar (record{1})
    stickslip.inner.refuse ('record must be {name, times, values}');
  end
  times = stickslip.inner.value_of (record{2}, 'the times of a record');
  values = stickslip.inner.value_of (record{3}, 'the values of a record');
  if numel (times) ~= numel (values)
    stickslip.inner.refuse ('record %s has %d times and %d values', record{1}, numel (times), numel (values));
  end
  if ~isfield (p, 'records')
    p.records = {};
  end
  p.records = [p.records, {record{1}, times(:), values(:)}];
end
