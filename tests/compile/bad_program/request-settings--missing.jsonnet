// requests['claude-haiku-5-5']: no request settings
local original = import 'original.jsonnet';

original {
  models+: { primary: 'claude-haiku-5-5' },
}
