// reaches into what the rule flags
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    control_candidates: [
      super.control_candidates[0] { edits: [chaff.cut('by hand, ever.~~\n- Packages are')] },
    ] + super.control_candidates[1:],
  },
}
