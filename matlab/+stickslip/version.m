function v = version ()
% VERSION  The version of the library, as a text.
%
%   Example:
%     assert (~isempty (stickslip.version ()))
  v = stickslip.core ('version', struct (), struct (), []);
end
