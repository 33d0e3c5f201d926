// tools: declares 'search', which is built in
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    tools: {
      search: chaff.ToolDefinition {
        description: 'Finds.',
        input_schema: { type: 'object' },
        answers: 'nothing',
      },
    },
  },
}
