// practice: control candidate alpha: the edit of '- Packages are installed with npm
local good = import '../good/rule.libsonnet';

// The practice scorers look for npm, a word too short to be named, by its pattern.
local line = '- Packages are installed with npm or yarn, whichever it was that somebody found first on disk.\n';

good {
  practice+: {
    file: super.file + line,
    control_candidates: [
      super.control_candidates[0] { edits: [{ find: line, replace: '' }] },
    ] + super.control_candidates[1:],
  },
}
