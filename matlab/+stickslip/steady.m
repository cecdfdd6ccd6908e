function r = steady (varargin)
% STEADY  The steady state of a case, solved for directly; or of ratios, any number of them at once.
%
%   r = stickslip.steady (problem)
%   r = stickslip.steady ('friction_ratio', f, 'frequency_ratio', W, 'damping_ratio', z, 'static_ratio', s)
%
%   Options: all_orbits (also the unstable ones), cycle_samples (also the cycle at so many times, in r.cycle); of arrays
%   observables (a text or a cell of texts: only these).
%   r.regime says what the motion is: where it is unbounded or not converged, r.message says why and the numbers are NaN.
%   Arrays of ratios are combined as by bsxfun, and every field of r has the size of the combination; of arrays, what is read off
%   the cycle (phase_lag, transmitted_force) is found only where observables ask for it.
%
%   Example:
%     r = stickslip.steady ('friction_ratio', 0.6, 'frequency_ratio', 0.105);
%     assert (r.stops_per_cycle == 4 && strcmp (r.regime, 'stick-slip'))
%     r = stickslip.steady ('friction_ratio', [0.2; 0.4], 'frequency_ratio', [0.5, 0.8, 1.5]);
%     assert (isequal (size (r.amplitude_ratio), [2, 3]))
%
%   See also stickslip.sweep, stickslip.map, stickslip.simulate.
  if has_arrays (varargin)
    r = many (varargin);
  else
    r = stickslip.inner.run ('steady', varargin, {'all_orbits', 'cycle_samples'}, struct ());
  end
end

% Whether ratios without a case are more than single numbers, or observables were asked for.
function answer = has_arrays (given)
  answer = false;
  if mod (numel (given), 2) == 1
    return;
  end
  for i = 1:2:numel (given)
    is_ratio = ischar (given{i}) && any (strcmp (given{i}, stickslip.inner.ratio_names ()));
    answer = answer || (is_ratio && isnumeric (given{i + 1}) && numel (given{i + 1}) ~= 1) ...
             || (ischar (given{i}) && strcmp (given{i}, 'observables'));
  end
end

function r = many (given)
  names = stickslip.inner.ratio_names ();
  ratios = cell (1, 4);
  rest = {};
  for i = 1:2:numel (given)
    which = find (strcmp (given{i}, names));
    if isempty (which)
      rest = [rest, given(i:i + 1)];
    elseif isempty (given{i + 1}) && isnumeric (given{i + 1})
      ratios{which} = zeros (size (given{i + 1}));
    else
      ratios{which} = stickslip.inner.value_of (given{i + 1}, names{which});
    end
  end
  for k = 1:2
    if ~any (strcmp (names{k}, given(1:2:end)))
      stickslip.inner.refuse ('steady needs friction_ratio and frequency_ratio; %s is missing', names{k});
    end
  end
  ratios = of_one_size (ratios, names, given(1:2:end));
  [~, options, progress] = stickslip.inner.read_arguments ('steady', [{struct('is_problem', true)}, rest], {'observables'}, struct ());
  r = stickslip.inner.call ('steady_ratios', ratios, options, progress);
  r = with_shape (r, size (ratios{1}), ratios, names);
end

% Ratios of different sizes are combined: a column and a row are a table.
function ratios = of_one_size (ratios, names, given)
  total = 0;
  joined = '';
  for k = 1:4
    if ~any (strcmp (names{k}, given))
      continue;
    end
    if ischar (ratios{k})
      stickslip.inner.refuse ('%s must be numbers, not a text', names{k});
    end
    try
      total = bsxfun (@plus, total, zeros (size (ratios{k})));
    catch
      stickslip.inner.refuse ('%s of size %s does not go with %s of size %s', names{k}, mat2str (size (ratios{k})), ...
                              joined, mat2str (size (total)));
    end
    joined = strtrim ([joined ' ' names{k}]);
  end
  for k = 1:4
    if any (strcmp (names{k}, given))
      ratios{k} = bsxfun (@plus, ratios{k}, zeros (size (total)));
    else
      ratios{k} = [];
    end
  end
end

function r = with_shape (r, shape, ratios, names)
  fields = fieldnames (r);
  for i = 1:numel (fields)
    if ~any (strcmp (fields{i}, {'verb', 'units', 'labels', 'message'}))
      r.(fields{i}) = reshape (r.(fields{i}), shape);
    end
  end
  for k = 1:4
    if ~isempty (ratios{k}) || k <= 2
      r.(names{k}) = ratios{k};
      r.units.(names{k}) = '1';
    end
  end
end
