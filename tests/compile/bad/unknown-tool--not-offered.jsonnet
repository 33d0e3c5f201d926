// item add-ajv: the scorer looks for 'run_command', which the item does not offer
local good = import '../good/rule.libsonnet';

good {
  battery+: { items: [item { tools: ['read_file'] } for item in super.items] },
}
