function ode45_marching ()
% What does the motion of hong-liu-fig10 cost with ode45 and events, as users of MATLAB write it, and what is its error? One call
% of ode45 for each slide, ended by an event function where the velocity comes to zero; at rest the next release is sought on the
% load. RelTol and AbsTol are 1e-8. Beside it stickslip.simulate: the exact motion, which is also the reference.
%
%   octave-cli --eval "addpath ('build/octave/package', 'bench'); ode45_marching"
  end_time = 15;
  warning ('off', 'integrate_adaptive:unexpected_termination');  % that is, an event
  text = stickslip.text ('hong-liu-fig10');
  number = @(key) str2double (regexp (text, ['(?m)^' key ' = ([-+.0-9e]+)'], 'tokens', 'once'));
  o = struct ('m', number ('mass'), 'k', number ('stiffness'), 'r', number ('bound'), 'p', number ('amplitude'), ...
              'w', 2 * pi * number ('frequency_hz'));
  if isnan (o.w)
    o.w = number ('frequency');
  end
  exact = stickslip.simulate ('hong-liu-fig10', 'until', end_time);
  repeats = 5;
  own = zeros (1, repeats);
  theirs = zeros (1, repeats);
  for i = 1:repeats
    u = cputime ();
    for k = 1:20
      exact = stickslip.simulate ('hong-liu-fig10', 'until', end_time, 'samples', 1001);
    end
    own(i) = (cputime () - u) / 20;
    u = cputime ();
    [t, x, events] = march (o, end_time);
    theirs(i) = cputime () - u;
  end
  at = stickslip.simulate ('hong-liu-fig10', 'times', t(t <= end_time));
  wrong = max (abs (at.samples.x - x(t <= end_time)));
  count = min (numel (events), numel (exact.events.t));
  late = max (abs (events(1:count) - exact.events.t(1:count)'));
  printf ('simulate: %.4f s of processor time, %d events\n', median (own), numel (exact.events.t));
  printf ('ode45   : %.4f s of processor time, %d events, x wrong by up to %.2g m, events by up to %.2g s\n', ...
          median (theirs), numel (events), wrong, late);
  printf ('ode45 / simulate: %.0f\n', median (theirs) / median (own));
end

% Slides by ode45, rests between them.
function [ts, xs, events] = march (o, end_time)
  ts = 0;
  xs = 0;
  events = [];
  t = 0;
  x = 0;
  while t < end_time
    pull = @(time) o.p * sin (o.w * time) - o.k * x;
    if abs (pull (t)) <= o.r * (1 + 1e-12)  % at rest until the load overcomes the friction
      release = first_release (pull, o, t, end_time);
      if isempty (release)
        ts(end + 1) = end_time;
        xs(end + 1) = x;
        break;
      end
      t = release;
      events(end + 1) = t;
      direction = sign (pull (t + 1e-9));
    else
      direction = sign (pull (t));
    end
    slide = @(time, y) [y(2); (o.p * sin(o.w * time) - o.k * y(1) - o.r * direction) / o.m];
    settings = odeset ('RelTol', 1e-8, 'AbsTol', 1e-8, 'Events', @(time, y) stop_of (time, y, direction, t));
    [times, y, stop] = ode45 (slide, [t, end_time], [x; 0], settings);
    ts = [ts; times(2:end)];
    xs = [xs; y(2:end, 1)];
    t = times(end);
    x = y(end, 1);
    if ~isempty (stop)
      events(end + 1) = t;
    end
  end
end

% The velocity comes to zero; not at the very start, where it is zero already.
function [value, is_terminal, way] = stop_of (time, y, direction, began)
  value = direction * y(2);
  if time < began + 1e-6
    value = 1;
  end
  is_terminal = true;
  way = -1;
end

function release = first_release (pull, o, from, end_time)
  release = [];
  grid = linspace (from, min (end_time, from + 2 * pi / o.w), 200);
  beyond = find (abs (arrayfun (pull, grid)) > o.r, 1);
  if ~isempty (beyond)
    release = fzero (@(time) abs (pull (time)) - o.r, grid([max(beyond - 1, 1), beyond]));
  end
end
