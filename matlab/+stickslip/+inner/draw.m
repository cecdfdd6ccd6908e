function axes_ = draw (r, varargin)
% DRAW  What stickslip.plot shows of each verb.
  if ~isstruct (r) || ~isfield (r, 'verb')
    stickslip.inner.refuse ('plot takes a result of the package, as stickslip.simulate gives it, not a %s', class (r));
  end
  switch r.verb
    case 'simulate'
      axes_ = draw_motion (r);
    case 'steady'
      axes_ = draw_cycle (r);
    case 'sweep'
      axes_ = draw_sweep (r, varargin{:});
    case 'map'
      axes_ = draw_map (r, varargin{:});
    case 'boundary'
      axes_ = draw_boundary (r);
    case 'design'
      axes_ = draw_design (r);
    case 'backbone'
      axes_ = draw_backbone (r);
    case 'identify'
      axes_ = draw_fit (r);
    case {'poincare', 'bifurcation', 'basins'}
      axes_ = draw_points (r);
    case 'lyapunov'
      axes_ = gca ();
      plot (r.convergence.periods, r.convergence.exponent);
      name_axes ('periods', ['exponent [' r.units.exponent ']']);
    otherwise
      stickslip.inner.refuse ('there is no picture of %s', r.verb);
  end
end

function name_axes (x, y)
  xlabel (x, 'interpreter', 'none');
  ylabel (y, 'interpreter', 'none');
  grid on
end

function text = with_unit (name, unit)
  text = strrep (name, '_', ' ');
  if ~isempty (unit) && ~strcmp (unit, '1')
    text = [text ' [' unit ']'];
  end
end

% The axes to draw in, where the result has what is drawn.
function axes_ = axes_for (r, field, sentence)
  if ~isfield (r, field)
    stickslip.inner.refuse (sentence);
  end
  axes_ = gca ();
end

function axes_ = draw_motion (r)
  names = {'x', 'v'};
  axes_ = [];
  for k = 1:2
    axes_ = [axes_, subplot(2, 1, k)];
    plot (r.samples.t, r.samples.(names{k}));
    name_axes (with_unit ('t', r.units.samples.t), with_unit (names{k}, r.units.samples.(names{k})));
    if k == 1
      if isfield (r.events, 'x') && ~isempty (r.events.t)
        hold on
        inside = r.events.t <= r.samples.t(end);
        plot (r.events.t(inside), r.events.x(inside, :), '.', 'markersize', 12);
        hold off
      end
      title (r.title, 'interpreter', 'none');
    end
    if isfield (r, 'dof_names') && iscell (r.dof_names) && numel (r.dof_names) <= 8
      legend (r.dof_names, 'interpreter', 'none', 'location', 'northeastoutside');
    end
  end
end

function axes_ = draw_cycle (r)
  axes_ = axes_for (r, 'cycle', 'plot draws the cycle of a steady state where cycle_samples asked for it');
  plot (r.cycle.x, r.cycle.v);
  name_axes (with_unit ('x', r.units.cycle.x), with_unit ('v', r.units.cycle.v));
  title (r.title, 'interpreter', 'none');
end

% The fields of a result that have a number for each value of the key.
function names = columns_of (r, count)
  names = fieldnames (r);
  standing = {'verb', 'units', 'labels', 'message', 'key', 'values', 'regime', 'direction', 'peaks', 'x', 'y', 'x_key', 'y_key'};
  good = cellfun (@(name) isnumeric (r.(name)) && numel (r.(name)) == count && count > 0, names);
  names = names(good & ~ismember (names, standing));
end

% The column that is asked for, or the first one.
function name = chosen (names, picture, name)
  if nargin < 3
    name = names{1};
  elseif ~any (strcmp (name, names))
    stickslip.inner.refuse ('there is no %s of %s; there are %s', picture, name, strjoin (names', ', '));
  end
end

function axes_ = draw_sweep (r, varargin)
  wanted = chosen (columns_of (r, numel (r.values)), 'curve', varargin{:});
  axes_ = gca ();
  plot (r.values, r.(wanted), '.-');
  unit = r.units.(wanted);
  label = wanted;
  if isfield (r.labels, wanted)
    label = r.labels.(wanted);
  end
  name_axes (with_unit (r.key, r.units.values), with_unit (label, unit));
end

function axes_ = draw_map (r, varargin)
  wanted = chosen (columns_of (r, numel (r.x) * numel (r.y)), 'map', varargin{:});
  axes_ = gca ();
  imagesc (r.x, r.y, r.(wanted));
  set (axes_, 'ydir', 'normal');
  colorbar ();
  name_axes (with_unit (r.x_key, r.units.x), with_unit (r.y_key, r.units.y));
  title (with_unit (wanted, r.units.(wanted)), 'interpreter', 'none');
  grid off
end

function axes_ = draw_boundary (r)
  axes_ = gca ();
  if ~isfield (r, 'points')
    stem (r.crossings.value, r.crossings.stops_above);
    name_axes (with_unit (r.x_key, r.units.crossings.value), 'stops above');
    return;
  end
  for k = 1:max ([0; r.points.curve])
    mine = r.points.curve == k;
    plot (r.points.x(mine), r.points.y(mine));
    hold on
  end
  hold off
  name_axes (with_unit (r.x_key, r.units.points.x), with_unit (r.y_key, r.units.points.y));
end

function axes_ = draw_design (r)
  axes_ = axes_for (r, 'worsts', 'plot draws designs that minimise');
  plot (r.values, r.worsts, '-', r.value, r.worst, 'o');
  name_axes (with_unit (r.vary, r.units.values), with_unit (['largest ' r.minimise], r.units.worsts));
end

function axes_ = draw_backbone (r)
  axes_ = [subplot(1, 2, 1), subplot(1, 2, 2)];
  names = {'frequency', 'damping_ratio'};
  for k = 1:2
    plot (axes_(k), r.amplitude, r.(names{k}), '.-');
    xlabel (axes_(k), with_unit ('amplitude', r.units.amplitude), 'interpreter', 'none');
    ylabel (axes_(k), with_unit (names{k}, r.units.(names{k})), 'interpreter', 'none');
    grid (axes_(k), 'on');
  end
end

function axes_ = draw_fit (r)
  axes_ = [subplot(2, 1, 1), subplot(2, 1, 2)];
  plot (axes_(1), r.record.t, r.record.measured, '.', r.record.t, r.record.modelled);
  plot (axes_(2), r.record.t, r.record.measured - r.record.modelled, '.');
  labels = {r.quantity, 'left over'};
  for k = 1:2
    xlabel (axes_(k), with_unit ('t', r.units.record.t), 'interpreter', 'none');
    ylabel (axes_(k), with_unit (labels{k}, r.units.record.measured), 'interpreter', 'none');
    grid (axes_(k), 'on');
  end
  title (axes_(1), r.title, 'interpreter', 'none');
end

function axes_ = draw_points (r)
  axes_ = gca ();
  switch r.verb
    case 'poincare'
      plot (r.x, r.v, '.', 'markersize', 4);
      name_axes (with_unit ('x', r.units.x), with_unit ('v', r.units.v));
    case 'bifurcation'
      plot (r.attractors.value(r.points.attractor), r.points.x, '.', 'markersize', 4);
      name_axes (with_unit (r.key, r.units.attractors.value), with_unit ('x', r.units.points.x));
    otherwise
      imagesc (r.x(1, [1, end]), r.v([1, end], 1), r.attractor);
      set (axes_, 'ydir', 'normal');
      name_axes (with_unit ('x at the start', r.units.x), with_unit ('v at the start', r.units.v));
  end
  title (r.title, 'interpreter', 'none');
end
