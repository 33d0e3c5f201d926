// control candidate alpha: the file does not hold 'nowhere in it'
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    control_candidates: [
      super.control_candidates[0] { edits: [chaff.cut('nowhere in it')] },
    ] + super.control_candidates[1:],
  },
}
