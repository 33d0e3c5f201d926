// valid example 'plain text': noisy: finds something on line 1
local good = import '../good/rule.libsonnet';

good {
  valid: [super.valid[0] { text: '~~Use npm.~~\n' }],
}
