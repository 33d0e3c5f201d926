// examples: 1 passing examples for tool_selected, fewer than 3
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

// One item is scored by a kind that no other item uses.
good {
  battery+: {
    items: [super.items[0] { scorer: chaff.toolSelected('run_command') }] + super.items[1:],
    examples: [
      super.examples[0],
      chaff.fails('add-ajv', 'only looks', chaff.call('read_file', { path: 'package.json' })),
    ] + super.examples[2:],
  },
}
