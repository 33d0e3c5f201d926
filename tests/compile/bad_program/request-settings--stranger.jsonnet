// requests['claude-haiku-5-5']: is none of the program's models
local original = import 'original.jsonnet';

original {
  requests+: { 'claude-haiku-5-5': { max_tokens: 5 } },
}
