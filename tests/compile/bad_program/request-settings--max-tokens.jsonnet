// requests['claude-haiku-4-5']: max_tokens is None
local original = import 'original.jsonnet';

original {
  requests+: { 'claude-haiku-4-5': {} },
}
