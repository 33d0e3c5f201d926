// the fixed text differs: line 2 should read '- Stay put.\n', reads '- Stay.\n'
local good = import '../good/rule.libsonnet';

good {
  invalid: [super.invalid[0] { fixed: '- Keep.\n- Stay put.\n' }],
}
