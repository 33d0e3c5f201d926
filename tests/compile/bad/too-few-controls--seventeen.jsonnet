// control_candidates: 17 control candidates, not 8 to 16
local good = import '../good/rule.libsonnet';

good {
  battery+: {
    control_candidates: [
      super.control_candidates[number % 9] { id: 'number-' + number }
      for number in std.range(1, 17)
    ],
  },
}
