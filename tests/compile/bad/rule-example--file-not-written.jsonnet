// the fix does not write 'HISTORY.md'
local good = import '../good/rule.libsonnet';

good {
  invalid: [super.invalid[0] { fixed_files: { 'HISTORY.md': 'x' } }],
}
