// control_candidates: 7 control candidates, not 8 to 16
local good = import '../good/rule.libsonnet';

good {
  battery+: { control_candidates: super.control_candidates[:7] },
}
