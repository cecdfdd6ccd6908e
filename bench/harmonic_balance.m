function harmonic_balance ()
% What does a steady state of a structure with elastic friction contacts cost by harmonic balance, as NLvib and most codes of the
% field do it, and what is its error? The three-mass chain with two Jenkins elements: the harmonics of the displacements are
% sought by Newton's method, friction is found over time and taken back to harmonics (alternating frequency-time). Beside it
% stickslip.steady, which is exact and the reference. The amplitude is half of peak to peak of mass 2.
%
%   octave-cli --eval "addpath ('build/octave/package', 'bench'); harmonic_balance"
  s = stickslip.steady ('three-mass-chain');
  u = cputime ();
  for k = 1:10
    s = stickslip.steady ('three-mass-chain');
  end
  own = (cputime () - u) / 10;
  printf ('steady: %.4f s of processor time, amplitude %.12g m\n', own, s.amplitude(2));
  for harmonics = [3, 7, 15, 31]
    u = cputime ();
    [amplitude, is_solved] = balance (harmonics, 16 * harmonics + 64);
    used = cputime () - u;
    printf ('%2d harmonics: %.3f s, amplitude wrong by %.1e of it%s, ratio %.0f\n', harmonics, used, ...
            abs (amplitude / s.amplitude(2) - 1), repmat (' (not converged)', 1, ~is_solved), used / own);
  end
end

function [amplitude, is_solved] = balance (harmonics, samples)
  o.K = [2, -1, 0; -1, 2, -1; 0, -1, 2];
  o.C = 0.02 * o.K;
  o.W = [1, 0, 0; -1, 1, 0];  % slips of the contacts
  o.stiffness = 20;
  o.bound = 1;
  o.w = 1.8;
  o.H = harmonics;
  tau = (0:samples - 1)' * 2 * pi / samples;
  o.E = [ones(samples, 1), cos(tau * (1:harmonics)), sin(tau * (1:harmonics))];  % harmonics to time
  o.P = o.E' * 2 / samples;                                                     % and back
  o.P(1, :) = o.P(1, :) / 2;
  o.load = zeros (2 * harmonics + 1, 3);
  o.load(2, 2) = 1;  % cos of the first harmonic, on mass 2
  stuck = o;
  stuck.K = o.K + o.stiffness * (o.W' * o.W);
  q = linear_part (stuck) \ o.load(:);
  is_solved = false;
  for step = 1:60
    [r, J] = residual (o, q);
    if norm (r) < 1e-10
      is_solved = true;
      break;
    end
    full = J \ r;
    part = 1;
    while part > 1e-3 && norm (residual (o, q - part * full)) > norm (r)
      part = part / 2;
    end
    q = q - part * full;
  end
  x = o.E * reshape (q, 2 * harmonics + 1, 3);
  amplitude = (max (x(:, 2)) - min (x(:, 2))) / 2;
end

% Dynamic stiffness of all harmonics, with the coefficients of each mass one after the other.
function A = linear_part (o)
  n = 2 * o.H + 1;
  D = zeros (n);  % derivative with respect to time
  for h = 1:o.H
    D(1 + h, 1 + o.H + h) = h * o.w;
    D(1 + o.H + h, 1 + h) = -h * o.w;
  end
  A = kron (eye (3), D * D) + kron (o.C, D) + kron (o.K, eye (n));
end

function [r, J] = residual (o, q)
  n = 2 * o.H + 1;
  A = linear_part (o);
  Q = reshape (q, n, 3);
  force = zeros (n, 3);
  J = A;
  for j = 1:2
    [f, df] = jenkins (o, o.E * (Q * o.W(j, :)'));
    force = force + (o.P * f) * o.W(j, :);
    J = J + kron (o.W(j, :)' * o.W(j, :), o.P * df);
  end
  r = A * q + force(:) - o.load(:);
end

% Friction of one contact over a period, and its derivative with respect to the harmonics of the slip; two periods are followed
% so that the second one is closed.
function [f, df] = jenkins (o, g)
  n = numel (g);
  f = zeros (n, 1);
  df = zeros (n, columns_of (o));
  before = n;
  now = o.stiffness * g(n);
  now = max (min (now, o.bound), -o.bound);
  slope = zeros (1, columns_of (o));
  for i = [1:n, 1:n]
    now = now + o.stiffness * (g(i) - g(before));
    slope = slope + o.stiffness * (o.E(i, :) - o.E(before, :));
    if abs (now) > o.bound
      now = sign (now) * o.bound;
      slope(:) = 0;
    end
    f(i) = now;
    df(i, :) = slope;
    before = i;
  end
end

function count = columns_of (o)
  count = 2 * o.H + 1;
end
