// the rule's findings are not the same after the edit
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    control_candidates: [
      super.control_candidates[0] { edits: [chaff.swap('Alpha: names of branches begin with the initials of whoever opened them, then a slash and a word.', '~~now struck~~')] },
    ] + super.control_candidates[1:],
  },
}
