function r = backbone (varargin)
% BACKBONE  Equivalent frequency and damping against amplitude, of a free decay or of forced motions.
%
%   r = stickslip.backbone (problem)                                      the decay from the start of the case
%   r = stickslip.backbone (problem, 'of', 3, 'from_steady', true)
%   r = stickslip.backbone (problem, 'over', {'load.amplitude', values}, 'resonance', {'load.frequency', 1.1, 1.6})
%
%   Example:
%     r = stickslip.backbone ('hong-liu-fig6-stick', 'start.position', 0.5);
%     assert (all (r.amplitude > 0) && all (diff (r.amplitude) < 0))
%
%   See also stickslip.simulate, stickslip.plot.
  r = stickslip.inner.run ('backbone', varargin, {'of', 'until', 'from_steady', 'ripple', 'over', 'values', 'resonance', 'resonance_range'}, ...
                           struct ('over', 'values', 'resonance', 'range'));
end
