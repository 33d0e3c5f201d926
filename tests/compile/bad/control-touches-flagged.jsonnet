// reaches into what the rule flags
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    control_candidates: [
      super.control_candidates[0] { edits: [chaff.cut('- ~~Packages are installed with npm, the lock file is committed, and nobody edits it by hand')] },
    ] + super.control_candidates[1:],
  },
}
