// requests['claude-haiku-4-5']: system is not a setting
local original = import 'original.jsonnet';

original {
  requests+: { 'claude-haiku-4-5'+: { system: 'x' } },
}
