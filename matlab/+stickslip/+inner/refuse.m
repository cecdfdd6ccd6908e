function refuse (varargin)
% REFUSE  Raises stickslip:badInput with a sentence; the arguments are those of sprintf.
  error ('stickslip:badInput', '%s', sprintf (varargin{:}));
end
