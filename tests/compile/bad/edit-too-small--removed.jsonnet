// removed arm: the edit shortens the file by about
local good = import '../good/rule.libsonnet';

good {
  battery+: {
    file: std.strReplace(
      super.file,
      '~~Packages are installed with npm, the lock file is committed, and nobody edits it by hand, ever.~~',
      '~~Packages: npm.~~',
    ),
  },
}
