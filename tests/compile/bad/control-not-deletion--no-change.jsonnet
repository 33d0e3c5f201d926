// changes nothing
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    control_candidates: [
      super.control_candidates[0] { edits: [chaff.swap('a reviewer answers', 'a reviewer answers')] },
    ] + super.control_candidates[1:],
  },
}
