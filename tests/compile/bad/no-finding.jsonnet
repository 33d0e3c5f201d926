// specs/rules/example.jsonnet: CLAUDE.md: the rule finds nothing in the present file
local good = import '../good/rule.libsonnet';

good {
  battery+: { file: std.strReplace(super.file, '~~', '') },
}
