// models: unknown-1 is not in the pricing manifest
local original = import 'original.jsonnet';

original {
  models+: { practice: ['unknown-1'] },
  requests: {
    'claude-haiku-4-5': { max_tokens: 1 },
    'claude-sonnet-5': { max_tokens: 1 },
    'unknown-1': { max_tokens: 1 },
  },
}
