// the repository holds 'CLAUDE.md' too
local good = import '../good/rule.libsonnet';

good {
  battery+: { repository: { 'CLAUDE.md': 'x' } },
}
