// invalid: no invalid example shows the fix take everything
local good = import '../good/rule.libsonnet';

good {
  detect+: { nested: 'report' },
  invalid: [
    super.invalid[0] {
      text: '- ~~Gone.~~\n  - Child.\n',
      findings: [{ line: 1 }],
      fixed: self.text,
    },
  ],
}
