%% First steps: motion, steady state, many of them, a case of one's own
% In Octave after `pkg load stickslip`, in MATLAB with the package on the path. A line of %% begins a section, which the editor
% runs by itself.

%% The exact motion of a built-in case: a mass of 100 kg that is pushed over a rough floor
r = stickslip.simulate ('dlubal-0116');
fprintf ('%d events, at rest at x = %.6f %s\n', numel (r.events.t), r.final.x, r.units.final.x);
figure
stickslip.plot (r);

%% The steady state is solved for: nobody waits for the transient
s = stickslip.steady ('friction_ratio', 0.6, 'frequency_ratio', 0.105);
fprintf ('%s with %d stops in a cycle, at rest for %.1f %% of the time\n', s.regime, s.stops_per_cycle, 100 * s.stuck_fraction);

%% A thousand steady states at once: a column and a row make a table
f = linspace (0.02, 0.98, 40)';
W = linspace (0.1, 2, 25);
all = stickslip.steady ('friction_ratio', f, 'frequency_ratio', W);
fprintf ('%d of %d motions stop\n', nnz (all.stops_per_cycle > 0), numel (all.stops_per_cycle));

%% A case of one's own is a struct; its fields are the tables of a case file
crate.oscillator = struct ('mass', 1, 'stiffness', 40, 'damping', 0.1);
crate.friction = struct ('mu', 0.3, 'normal', 10);
crate.load = struct ('kind', 'harmonic', 'amplitude', 5, 'frequency_hz', 0.9);
own = stickslip.problem (crate, 'run.until', 12);
r = stickslip.simulate (own);
curve = stickslip.sweep (own, 'over', {'load.frequency_hz', linspace(0.3, 2, 60)}, 'observables', 'amplitude');
figure
stickslip.plot (curve);
[largest, at] = max (curve.amplitude);
fprintf ('largest amplitude %.4f %s at %.3f Hz\n', largest, curve.units.amplitude, curve.values(at));
