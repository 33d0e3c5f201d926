// specs/program.jsonnet: requests['claude-haiku-4-5']: sets top_k:
local original = import 'original.jsonnet';

original {
  requests+: { 'claude-haiku-4-5'+: { top_k: 5 } },
}
