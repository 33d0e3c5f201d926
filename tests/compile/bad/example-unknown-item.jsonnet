// example 1: there is no item 'add-nothing'
local good = import '../good/rule.libsonnet';

good {
  battery+: {
    examples: [super.examples[0] { item: 'add-nothing' }] + super.examples[1:],
  },
}
