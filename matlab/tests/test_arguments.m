function test_arguments ()
% Wrong arguments of every kind give one sentence under stickslip:badInput; right ones of every kind give the same answer.
  M = diag ([1, 2]);
  K = [3, -1; -1, 1.5];
  contact = struct ('on', 2, 'bound', 0.4, 'name', 'tip');
  force = struct ('on', 1, 'amplitude', 1, 'frequency', 0.9);

  % What is refused, and a part of the sentence.
  refusals = {
    @() stickslip.simulate (), 'needs a case'
    @() stickslip.simulate ('no-such-case'), 'no-such-case'
    @() stickslip.simulate ('hong-liu-fig1O'), 'did you mean'
    @() stickslip.simulate (3), 'begins with a case'
    @() stickslip.simulate ({}), 'begins with a case'
    @() stickslip.simulate (@sin), 'begins with a case'
    @() stickslip.simulate (struct ()), 'no fields'
    @() stickslip.simulate (struct ('oscillator', 3)), 'oscillator must be a struct'
    @() stickslip.simulate (struct ('oscillatr', struct ('mass', 1))), 'oscillatr'
    @() stickslip.simulate ('hong-liu-fig10', 'until'), 'no value'
    @() stickslip.simulate (stickslip.problem ('hong-liu-fig10'), 'until'), 'no value'
    @() stickslip.simulate ('hong-liu-fig10', 'until', 'late'), 'until = late'
    @() stickslip.simulate ('hong-liu-fig10', 'until', -1), 'until = -1'
    @() stickslip.simulate ('hong-liu-fig10', 'until', NaN), 'until = nan'
    @() stickslip.simulate ('hong-liu-fig10', 'until', 1 + 2i), 'imaginary'
    @() stickslip.simulate ('hong-liu-fig10', 'until', []), 'empty'
    @() stickslip.simulate ('hong-liu-fig10', 'until', {1}), 'not a cell'
    @() stickslip.simulate ('hong-liu-fig10', 'until', struct ()), 'struct'
    @() stickslip.simulate ('hong-liu-fig10', 'until', @sin), 'function_handle'
    @() stickslip.simulate ('hong-liu-fig10', 'until', [1, 2]), 'one number'
    @() stickslip.simulate ('hong-liu-fig10', 'untill', 1), 'did you mean until'
    @() stickslip.simulate ('hong-liu-fig10', 'colour', 1), 'has no option colour'
    @() stickslip.simulate ('hong-liu-fig10', 'samples', 1.5), 'samples = 1.5'
    @() stickslip.simulate ('hong-liu-fig10', 'times', [1, -1]), 'times'
    @() stickslip.simulate ('hong-liu-fig10', 3, 1), 'must be a text'
    @() stickslip.simulate ('hong-liu-fig10', 'friction.bond', 1), 'friction.bond'
    @() stickslip.simulate ('hong-liu-fig10', 'friction.bound', -1), 'friction.bound'
    @() stickslip.simulate ('hong-liu-fig10', 'progress', 3), 'function handle'
    @() stickslip.simulate ('hong-liu-fig10', 'threads', 0), 'threads = 0'
    @() stickslip.simulate ('friction.bound', 1), 'no case'
    @() stickslip.steady ('friction_ratio', 0.5), 'frequency_ratio is missing'
    @() stickslip.steady ('friction_ratio', [0.1, -0.5], 'frequency_ratio', 1), '(2)'
    @() stickslip.steady ('friction_ratio', [1, 2, 3], 'frequency_ratio', [1; 2; 3](1:2)'), 'does not go with'
    @() stickslip.steady ('friction_ratio', [1, 2], 'frequency_ratio', 'one'), 'must be numbers'
    @() stickslip.steady ('friction_ratio', [1, 2], 'frequency_ratio', 1, 'observables', 'amplitud'), 'amplitud'
    @() stickslip.sweep ('hong-liu-fig10'), 'over is missing'
    @() stickslip.sweep ('hong-liu-fig10', 'over', 'load.frequency'), 'values'
    @() stickslip.sweep ('hong-liu-fig10', 'over', {3, 4}), 'begin with the name of a key'
    @() stickslip.sweep ('hong-liu-fig10', 'over', {'load.frequency', 'x'}), 'must be a number'
    @() stickslip.sweep ('hong-liu-fig10', 'over', {'load.frequensy', 1:3}), 'load.frequensy'
    @() stickslip.sweep ('hong-liu-fig10', 'over', {'load.frequency', 1:3}, 'direction', 'left'), 'direction = left'
    @() stickslip.map ('x', {'friction_ratio', 0, 1}, 'y', {'frequency_ratio', 0.2, 1, 3}), 'x_range'
    @() stickslip.map ('x', {'friction_ratio', 0, 1, 3, 'cubic'}, 'y', {'frequency_ratio', 0.2, 1, 3}), 'log or linear'
    @() stickslip.boundary ('x', {'friction_ratio', 0, 1}), 'frequency_ratio is missing'
    @() stickslip.design ('riddoch-fig5', 'vary', {'friction_ratio', 0.3, 0.9}), 'minimise'
    @() stickslip.structure (M, [], [3, -1]), 'K must be a square'
    @() stickslip.structure (M, [], eye (3)), 'of one size'
    @() stickslip.structure ('M', [], K), 'M must be a square'
    @() stickslip.structure (M, [], K, 'contact', contact), 'has no option contact'
    @() stickslip.structure (M, [], K, 'contacts', 3), 'contacts must be structs'
    @() stickslip.structure (M, [], K, 'contacts'), 'no value'
    @() stickslip.steady (stickslip.structure (M, [], [3, -1; -2, 1.5], 'contacts', contact, 'loads', force)), 'symmetric'
    @() stickslip.steady (stickslip.structure (M, [], K, 'contacts', struct ('on', 7, 'bound', 1))), '7'
    @() stickslip.problem ('hong-liu-fig10', 'record', 3), 'record must be'
    @() stickslip.problem ('hong-liu-fig10', 'record', {'a', 1:3, 1:2}), '3 times and 2 values'
    @() stickslip.problem ('hong-liu-fig10', 'bound', 3), 'keys have a dot'
    @() stickslip.table (3), 'group of columns'
    @() stickslip.core (), 'takes a verb'
    @() stickslip.core ('steady', 3, 4, []), 'options as a struct'
    @() stickslip.core ('steady', struct ('name', 'hong-liu-fig10'), struct ('threads', {{1}}), []), 'full, real doubles'
    @() stickslip.plot (3), 'result'
  };
  [status, sentence] = stickslip.core ('march', struct ('name', 'hong-liu-fig10'), struct (), []);
  assert (status == 2 && ~isempty (strfind (sentence, 'must be one of simulate, steady')), sentence);
  for i = 1:size (refusals, 1)
    refusal = [];
    try
      refusals{i, 1} ();
    catch refusal
    end
    assert (~isempty (refusal), 'refusal %d was none', i);
    assert (strcmp (refusal.identifier, 'stickslip:badInput'), 'refusal %d: %s', i, refusal.message);
    assert (~isempty (strfind (refusal.message, refusals{i, 2})), 'refusal %d says: %s', i, refusal.message);
    assert (isempty (strfind (refusal.message, sprintf ('\n'))), 'refusal %d has several lines', i);
  end

  % Answers that do not exist.
  r = stickslip.steady ('friction_ratio', 0.1, 'frequency_ratio', 1);
  assert (strcmp (r.regime, 'unbounded') && ~isempty (strfind (r.message, 'unbounded')) && isnan (r.amplitude));
  try
    stickslip.design ('friction_ratio', 0.1, 'frequency_ratio', 1, 'vary', {'friction_ratio', 0.01, 0.02}, ...
                      'minimise', 'amplitude_ratio');
    assert (false);
  catch refusal
    assert (strcmp (refusal.identifier, 'stickslip:noResult'), refusal.message);
  end

  % One answer, asked for in many ways.
  a = stickslip.steady ('friction_ratio', 0.5, 'frequency_ratio', 0.7);
  b = stickslip.steady ('friction_ratio', single (0.5), 'frequency_ratio', 0.7);
  assert (a.amplitude_ratio == b.amplitude_ratio);
  grid = stickslip.steady ('friction_ratio', [0.5; 0.2], 'frequency_ratio', [0.4, 0.7, 1.3]);
  assert (grid.amplitude_ratio(1, 2) == a.amplitude_ratio && isequal (size (grid.regime), [2, 3]));
  assert (strcmp (grid.regime{1, 2}, a.regime) && strcmp (grid.units.amplitude_ratio, '1'));
  none = stickslip.steady ('friction_ratio', zeros (0, 1), 'frequency_ratio', 1);
  assert (isempty (none.amplitude_ratio));
  whole = stickslip.structure (M, 0.02 * K, K, 'contacts', contact, 'loads', force);
  thin = stickslip.structure (sparse (M), sparse (0.02 * K), sparse (K), 'contacts', {contact}, 'loads', {force});
  file = stickslip.structure (int32 (M), [], K, 'rayleigh', [0, 0.02], 'contacts', contact, 'loads', force);
  first = stickslip.steady (whole);
  second = stickslip.steady (thin);
  third = stickslip.steady (file);
  assert (isequal (first.amplitude, second.amplitude));
  assert (max (abs (first.amplitude - third.amplitude)) < 1e-15);
  assert (strcmp (first.contacts.name, 'tip'));
  single_mass = stickslip.structure (1, 0.1, 2, 'contacts', struct ('direction', 1, 'bound', 0.2), ...
                                     'loads', struct ('on', 1, 'amplitude', 1, 'frequency', 0.9));
  on_line = struct ('oscillator', struct ('mass', 1, 'damping', 0.1, 'stiffness', 2), 'friction', struct ('bound', 0.2), ...
                    'load', struct ('kind', 'harmonic', 'amplitude', 1, 'frequency', 0.9));
  one = stickslip.steady (single_mass);
  same = stickslip.steady (on_line);
  assert (abs (one.amplitude - same.amplitude) < 1e-13);
  changed = stickslip.steady (whole, 'contact.tip.bound', 1e3);
  assert (changed.contacts.stuck_fraction == 1);
  curve = stickslip.sweep (whole, 'over', {'load.frequency', [0.8, 0.9]}, 'observables', {'amplitude[2-1]', 'contact.tip.slip'});
  assert (numel (curve.amplitude_2_1) == 2 && strcmp (curve.units.contact.tip.slip, 'm'));
  long = stickslip.simulate ('hong-liu-fig10', 'until', 1, 'load.amplitude', 2);
  assert (long.final.t == 1);

  % A progress function hears how far the work is; where it fails, the work ends.
  global heard
  heard = [];
  stickslip.lyapunov ('stefanski-fig3b', 'periods', 3000, 'progress', @hear);
  assert (~isempty (heard) && all (diff (heard) >= 0) && all (heard <= 1));
  try
    stickslip.lyapunov ('stefanski-fig3b', 'periods', 1e8, 'progress', @(done) error ('no'));
    assert (false);
  catch refusal
    assert (strcmp (refusal.identifier, 'stickslip:interrupted'), refusal.message);
  end
  a = stickslip.steady ('friction_ratio', 0.5, 'frequency_ratio', 0.7);
  assert (a.amplitude_ratio > 0);
  printf ('%d refusals\n', size (refusals, 1));
end

function hear (done)
  global heard
  heard(end + 1) = done;
end
