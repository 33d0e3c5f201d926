// example 1, item add-ajv: 2 turns, more than the item's max_turns
local good = import '../good/rule.libsonnet';

good {
  battery+: {
    examples: [super.examples[0] { turns+: super.turns }] + super.examples[1:],
  },
}
