// repository: '.' is not a plain path inside the repository
local good = import '../good/rule.libsonnet';

good {
  battery+: { path: '.' },
}
