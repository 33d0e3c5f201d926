// two control candidates are called 'same'
local good = import '../good/rule.libsonnet';

good {
  battery+: {
    control_candidates: [candidate { id: 'same' } for candidate in super.control_candidates],
  },
}
