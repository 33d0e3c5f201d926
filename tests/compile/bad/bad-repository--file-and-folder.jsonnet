// repository: 'a' is both a file and a folder
local good = import '../good/rule.libsonnet';

good {
  battery+: { repository: { a: 'x', 'a/b': 'x' } },
}
