// CLAUDE.md:7: the fix leaves a finding
local good = import '../good/rule.libsonnet';

// The fix leaves a block with nested blocks alone.
good {
  detect+: { nested: 'report' },
  battery+: {
    file: std.strReplace(super.file, 'ever.~~\n', 'ever.~~\n  - A child of it.\n'),
  },
}
