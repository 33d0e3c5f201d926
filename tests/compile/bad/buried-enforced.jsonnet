// a buried rule cannot be enforced
local good = import '../good/rule.libsonnet';

good { buried: true, tier: 'enforced' }
