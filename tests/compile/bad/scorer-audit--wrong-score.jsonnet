// example 1, item add-ajv: must fail (uses the manager in force), but does not: required: run_command
local good = import '../good/rule.libsonnet';

good {
  battery+: {
    examples: [super.examples[0] { score: 'fail' }] + super.examples[1:],
  },
}
