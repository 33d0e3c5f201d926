// changes the word 'run_command', which a scorer names
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    control_candidates: [
      super.control_candidates[0] { edits: [chaff.swap('Bravo: a reviewer', 'Bravo: run_command, a reviewer')] },
    ] + super.control_candidates[1:],
  },
}
