// detect.any: pattern '(?=x)' is not RE2
local good = import '../good/rule.libsonnet';

good {
  detect+: { any: ['(?=x)'] },
}
