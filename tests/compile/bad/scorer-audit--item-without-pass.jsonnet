// item add-ajv: no example response that must pass
local good = import '../good/rule.libsonnet';

good {
  battery+: {
    examples: super.examples[1:],
  },
}
