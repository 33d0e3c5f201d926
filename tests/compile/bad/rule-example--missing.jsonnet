// invalid example 'a struck item': finds lines [2], must find [1, 2]
local good = import '../good/rule.libsonnet';

good {
  invalid: [super.invalid[0] { findings: [{ line: 1 }, { line: 2 }] }],
}
