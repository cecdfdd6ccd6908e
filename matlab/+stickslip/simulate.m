function r = simulate (varargin)
% SIMULATE  The exact motion of a case, event by event.
%
%   r = stickslip.simulate (problem, 'until', 10, 'samples', 201)
%
%   Options: until [s], samples (a number) or times (an array) at which to report it, most_events; planar cases: method, step.
%   Names with a dot change keys of the case: 'friction.mu', 0.2.
%   r.samples has t, x, v, a and friction, of structures a column for each degree of freedom or contact; r.events has t, kind,
%   x and direction; r.final, r.energy and r.peak are what they say; r.units has the unit of each of them at the same place.
%
%   Example:
%     r = stickslip.simulate ('dlubal-0116', 'times', [1, 2, 4]);
%     assert (abs (r.samples.x(1) - 0.13893041873831) < 1e-14)
%     assert (strcmp (r.events.kind{end}, 'slide-to-stick'))
%
%   See also stickslip.steady, stickslip.problem, stickslip.plot.
  r = stickslip.inner.run ('simulate', varargin, {'until', 'samples', 'times', 'most_events', 'method', 'step'}, ...
                           struct ());
end
