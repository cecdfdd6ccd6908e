function test_examples (examples, guide, pictures)
% The examples of all help texts run, and so do the first steps of the guide and the scripts of a folder; every kind of result can be drawn. Pictures go to a
% folder, unless its name is empty.
  set (0, 'defaultfigurevisible', 'off');
  folder = fileparts (which ('stickslip.simulate'));
  files = dir (fullfile (folder, '*.m'));
  count = 0;
  for i = 1:numel (files)
    [~, name] = fileparts (files(i).name);
    count = count + run_help (['stickslip.' name]);
  end
  assert (count > 15);
  run_first_steps (guide, examples);
  draw_results (pictures);
  told = struct ('first_steps', {{'7 events|8 events', 'at rest at x = 0.320000 m', 'stick-slip with 4 stops', 'of 1000 motions'}}, ...
                 'blade_damper', {{'natural frequencies 83.8 and 525.9 Hz', 'largest tip amplitude'}}, ...
                 'decay', {{'friction 1.6\d N', 'noise 0.[12]\d mm'}});
  names = fieldnames (told);
  for i = 1:numel (names)
    said = run_script (fullfile (examples, [names{i} '.m']));
    for part = told.(names{i})
      assert (~isempty (regexp (said, part{1}, 'once')), '%s says: %s', names{i}, said);
    end
    close all
  end
  printf ('%d examples of help texts, %d scripts\n', count, numel (names));
end

% The lines of a help text from "Example:" on, without the last part.
function is_run = run_help (name)
  help_text = help (name);
  from = strfind (help_text, 'Example:');
  is_run = ~isempty (from);
  if ~is_run
    assert (strcmp (name, 'stickslip.build'), '%s has no example', name);
    return;
  end
  to = [strfind(help_text, 'See also'), numel(help_text) + 1];
  code = help_text(from(1) + 8:to(1) - 1);
  try
    eval (code);
  catch trouble
    error ('the example of %s: %s', name, trouble.message);
  end
end

% The indented lines of the section, in the folder of the matrices.
function run_first_steps (guide, examples)
  page = fileread (guide);
  from = strfind (page, '## First steps');
  to = strfind (page, '## Coming from ode45');
  lines = strsplit (page(from:to), sprintf ('\n'));
  code = lines(strncmp (lines, '    ', 4));
  assert (numel (code) > 15);
  before = cd (examples);
  try
    evalc (strjoin (code, sprintf ('\n')));
  catch trouble
    cd (before);
    error ('the first steps of the guide: %s', trouble.message);
  end
  cd (before);
  close all
end

function said = run_script (script_file)
  said = evalc ('run (script_file)');
end

function draw_results (folder)
  plane = stickslip.map ('x', {'friction_ratio', 0, 1, 30}, 'y', {'frequency_ratio', 0.2, 1.4, 20}, 'observables', 'amplitude_ratio');
  results = {stickslip.simulate('three-mass-chain', 'until', 10)
             stickslip.steady('riddoch-fig6', 'cycle_samples', 200)
             stickslip.sweep('friction_ratio', 0.3, 'over', {'frequency_ratio', linspace(0.2, 2, 40)})
             plane
             stickslip.boundary('x', {'friction_ratio', 0.6, 1.05}, 'y', {'frequency_ratio', 0.7, 1.1})
             stickslip.boundary('x', {'friction_ratio', 0.1, 1.1}, 'at', {'frequency_ratio', 0.5})
             stickslip.design('vary', {'friction_ratio', 0.1, 0.7}, 'minimise', 'amplitude_ratio', ...
                              'frequency_ratio', 0.8, 'damping_ratio', 0.05)
             stickslip.backbone('hong-liu-fig6-stick', 'start.position', 0.5)
             stickslip.identify('dlubal-0116', linspace(0, 5, 400), 'displacement', ...
                                getfield(getfield(stickslip.simulate('dlubal-0116', 'times', linspace(0, 5, 400)), 'samples'), 'x'), ...
                                'fit', 'friction.mu')
             stickslip.lyapunov('stefanski-fig3b', 'periods', 200, 'runs', 2, 'transient', 5)
             stickslip.poincare('stefanski-fig3b', 'points', 100)
             stickslip.bifurcation('hong-liu-fig10', 'over', {'frequency_ratio', [0.7, 0.8, 0.9]}, 'periods', 60)
             stickslip.basins('hong-liu-fig10', 'position', [-1, 1, 3], 'velocity', [-1, 1, 3], 'periods', 60)};
  for i = 1:numel (results)
    figure ();
    axes_ = stickslip.plot (results{i});
    assert (all (ishandle (axes_)) && ~isempty (get (get (axes_(1), 'xlabel'), 'string')));
    if ~isempty (folder)
      print ('-dsvg', fullfile (folder, sprintf ('%02d-%s.svg', i, results{i}.verb)));
    end
    close
  end
end
