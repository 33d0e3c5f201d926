// the edits of 'names of branches' and the next one overlap
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    control_candidates: [
      super.control_candidates[0] { edits: [chaff.cut('of branches begin'), chaff.cut('names of branches')] },
    ] + super.control_candidates[1:],
  },
}
