// the edits change how often the file holds the word 'install', which a scorer names
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    file+: 'Kilo: the instances recall it.\n',
    control_candidates: [
      super.control_candidates[0] { edits+: [chaff.swap('ances rec', '')] },
    ] + super.control_candidates[1:],
  },
}
