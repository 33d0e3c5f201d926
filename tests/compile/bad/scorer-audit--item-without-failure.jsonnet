// item add-ajv: no example response that must fail
local good = import '../good/rule.libsonnet';

good {
  battery+: {
    examples: super.examples[:1] + super.examples[2:],
  },
}
