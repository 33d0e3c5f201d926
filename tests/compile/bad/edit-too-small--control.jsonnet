// control candidate alpha: the edit shortens the file by about 0 tokens
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    control_candidates: [
      candidate { edits: [chaff.swap('reviewer answers', 'reviewer replies')] }
      for candidate in super.control_candidates
    ],
  },
}
