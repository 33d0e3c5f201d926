// specs/program.jsonnet: requests['claude-haiku-4-5']: sets top_p:
local original = import 'original.jsonnet';

original {
  requests+: { 'claude-haiku-4-5'+: { top_p: 0.9 } },
}
