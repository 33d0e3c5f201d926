// the fix also writes 'HISTORY.md'
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  detect: chaff.SectionDetect { heading: ['^History$'], entry: ['^2026'], min_entries: 1 },
  fix: chaff.MoveSection { to: 'HISTORY.md', pointer: 'See HISTORY.md.' },
  invalid: [
    chaff.Invalid {
      title: 'a log',
      text: '# A\n\n## History\n\n- 2026-01-01: x\n',
      findings: chaff.lines([3]),
      fixed: '# A\n\nSee HISTORY.md.\n',
    },
  ],
}
