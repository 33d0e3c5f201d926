// example 1, item add-ajv: must pass (uses the manager in force), but does not: stopped: refusal
local good = import '../good/rule.libsonnet';

good {
  battery+: {
    examples: [super.examples[0] { stop_reason: 'refusal' }] + super.examples[1:],
  },
}
