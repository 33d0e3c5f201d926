// practice: items: 11 items, fewer than 12
local good = import '../good/rule.libsonnet';

good {
  practice+: { items: super.items[:11] },
}
