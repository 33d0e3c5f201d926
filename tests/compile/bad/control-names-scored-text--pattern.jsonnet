// changes the word 'pnpm', which a scorer names
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    control_candidates: [
      super.control_candidates[0] { edits: [chaff.cut('- Packages are installed with pnpm.\n')] },
    ] + super.control_candidates[1:],
  },
}
