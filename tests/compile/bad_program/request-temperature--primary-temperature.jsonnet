// specs/program.jsonnet: requests['claude-haiku-4-5']: sets temperature:
local original = import 'original.jsonnet';

original {
  requests+: { 'claude-haiku-4-5'+: { temperature: 1 } },
}
