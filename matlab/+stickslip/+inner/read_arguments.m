function [problem, options, progress] = read_arguments (verb, given, known, forms)
% READ_ARGUMENTS  The problem, the options and the progress function among the arguments of a function of the package.
%   The problem comes first; without one, friction_ratio and frequency_ratio describe it. Then come names and values: options,
%   keys of the case (names with a dot), and ratios.
  [problem, given] = stickslip.inner.leading_problem (verb, given);
  options = struct ();
  progress = [];
  ratios = struct ();
  for i = 1:2:numel (given)
    name = stickslip.inner.text_of (given{i}, sprintf ('argument %d of the names and values of %s', i, verb));
    value = given{i + 1};
    if strcmp (name, 'progress')
      progress = progress_function (value);
    elseif any (strcmp (name, stickslip.inner.ratio_names ()))
      ratios.(name) = stickslip.inner.value_of (value, name);
    elseif any (name == '.')
      problem = stickslip.inner.with_change (problem, name, value);
    elseif any (strcmp (name, known)) || strcmp (name, 'threads')
      options = with_option (options, name, value, forms);
    else
      stickslip.inner.refuse ('%s', unknown (verb, name, known, i == 1 && isempty (problem)));
    end
  end
  problem = with_ratios (problem, ratios, options, verb);
end

function progress = progress_function (value)
  if ~isa (value, 'function_handle')
    stickslip.inner.refuse ('progress must be a function handle, as @(done) disp (done), not a %s', class (value));
  end
  progress = value;
end

function options = with_option (options, name, value, forms)
  if ~iscell (value) || (iscellstr (value) && ~isfield (forms, name))
    options.(name) = stickslip.inner.value_of (value, name);
    return;
  end
  if ~isfield (forms, name)
    stickslip.inner.refuse ('%s must be a number, an array of numbers or a text, not a cell', name);
  end
  if isempty (value) || ~ischar (value{1})
    stickslip.inner.refuse ('%s must begin with the name of a key, as {''load.frequency'', …}', name);
  end
  options.(name) = value{1};
  rest = value(2:end);
  if strcmp (forms.(name), 'cells') && ~isempty (rest) && ischar (rest{end})
    if ~any (strcmp (rest{end}, {'log', 'linear'}))
      stickslip.inner.refuse ('%s: %s must be log or linear', name, rest{end});
    end
    options.([name '_log']) = double (strcmp (rest{end}, 'log'));
    rest(end) = [];
  end
  numbers = cell (1, numel (rest));
  for k = 1:numel (rest)
    numbers{k} = stickslip.inner.value_of (rest{k}, name);
    if ischar (numbers{k})
      stickslip.inner.refuse ('%s: %s must be a number', name, numbers{k});
    end
  end
  endings = struct ('values', 'values', 'range', [name '_range'], 'cells', [name '_range'], 'value', [name '_value']);
  options.(endings.(forms.(name))) = [numbers{:}];
end

function sentence = unknown (verb, name, known, is_first)
  if is_first
    sentence = sprintf ('%s has no option %s; if that is a case, names and values follow in pairs, and one has no value', ...
                        verb, name);
    return;
  end
  names = [known(:)', stickslip.inner.ratio_names(), {'progress', 'threads'}];
  sentence = sprintf ('%s has no option %s; it has %s', verb, name, strjoin (names, ', '));
  near = names(strncmp (names, name, max (1, min (3, numel (name)))));
  if ~isempty (near)
    sentence = sprintf ('%s has no option %s; did you mean %s?', verb, name, near{1});
  end
end

% Ratios change a case, or describe a dimensionless one; those that the verb varies itself may be missing.
function problem = with_ratios (problem, ratios, options, verb)
  names = fieldnames (ratios);
  if ~isempty (problem)
    for k = 1:numel (names)
      problem = stickslip.inner.with_change (problem, names{k}, ratios.(names{k}));
    end
    return;
  end
  varied = struct2cell (options);
  varied = varied(cellfun (@ischar, varied));
  standing = [0, 1, 0, NaN];
  all = stickslip.inner.ratio_names ();
  for k = 1:4
    if isfield (ratios, all{k})
      if ~isnumeric (ratios.(all{k})) || ~isscalar (ratios.(all{k}))
        stickslip.inner.refuse ('%s must be one number for %s', all{k}, verb);
      end
      standing(k) = ratios.(all{k});
    elseif k <= 2 && ~any (strcmp (all{k}, varied))
      stickslip.inner.refuse ('%s needs a case, or friction_ratio and frequency_ratio; %s is missing', verb, all{k});
    end
  end
  problem = struct ('ratios', standing);
end
