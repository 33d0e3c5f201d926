// 12 items are called 'same'
local good = import '../good/rule.libsonnet';

good {
  battery+: { items: [item { id: 'same' } for item in super.items] },
}
