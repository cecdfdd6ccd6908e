%% Friction and damping from a measured decay: the exact motion is fitted to noisy samples
% The turning points of a free decay give a first guess: dry friction takes 4 r/k from the amplitude in each cycle, viscous
% damping the factor exp (-2 pi zeta). The fit then uses every sample, and the rest at the end, which no linear model has.

%% The measurement: here a motion whose friction we know, with noise of 0.2 mm
pendulum.oscillator = struct ('mass', 2, 'stiffness', 800, 'damping', 0.8);
pendulum.friction = struct ('bound', 1.6);
pendulum.load = struct ('kind', 'none');
pendulum.start = struct ('position', 0.05);
true_case = stickslip.problem (pendulum);
t = linspace (0, 3, 301);
true_motion = stickslip.simulate (true_case, 'times', t);
randn ('seed', 1);
measured = true_motion.samples.x + 2e-4 * randn (numel (t), 1);

%% The equivalent damping against amplitude tells dry friction from viscous damping: it grows as the motion dies out
b = stickslip.backbone (true_case);
fprintf ('equivalent damping %.4f at %.1f mm, %.4f at %.1f mm\n', b.damping_ratio(1), 1e3 * b.amplitude(1), ...
        b.damping_ratio(end), 1e3 * b.amplitude(end));

%% The fit: what is known is the mass; stiffness and friction are guesses, the start is not known at all
guess.oscillator = struct ('mass', 2, 'stiffness', 600);
guess.friction = struct ('bound', 1);
guess.load = struct ('kind', 'none');
r = stickslip.identify (stickslip.problem (guess), t, 'displacement', measured, ...
                        'fit', {'friction.bound', 'oscillator.damping', 'oscillator.stiffness'});
f = r.estimates.friction.bound;
c = r.estimates.oscillator.damping;
fprintf ('friction %.2f N (%.2f to %.2f), damping %.2f N s/m (%.2f to %.2f)\n', f.value, f.lower, f.upper, c.value, c.lower, ...
         c.upper);
fprintf ('noise %.2f mm\n', 1e3 * r.noise);

%% Other kinds of damping: the differences of BIC tell that both are needed
for k = 1:numel (r.alternatives.model)
  fprintf ('%-16s BIC %.0f\n', r.alternatives.model{k}, r.alternatives.bic(k));
end

figure
stickslip.plot (r);
