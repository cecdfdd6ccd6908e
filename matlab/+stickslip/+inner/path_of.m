function path = path_of (name)
% PATH_OF  The fields that a column goes to: 'events.t' is {'events', 't'}, 'amplitude[2-1]' is {'amplitude_2_1'}.
  dots = [0, find(name == '.'), numel(name) + 1];
  path = cell (1, numel (dots) - 1);
  for i = 1:numel (path)
    field = name(dots(i) + 1:dots(i + 1) - 1);
    is_plain = (field >= 'a' & field <= 'z') | field == '_' | (field >= 'A' & field <= 'Z') | (field >= '0' & field <= '9');
    if ~all (is_plain)
      field(~is_plain) = '_';
      if name(dots(i + 1) - 1) == ']'
        field(end) = [];
      end
    end
    if isempty (field) || ~isletter (field(1))
      field = ['n' field];
    end
    path{i} = field;
  end
end
