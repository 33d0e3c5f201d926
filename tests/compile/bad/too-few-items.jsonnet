// items: 11 items, fewer than 12
local good = import '../good/rule.libsonnet';

good {
  battery+: { items: super.items[:11] },
}
