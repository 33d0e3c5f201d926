// item add-ajv: scorer: pattern '(' is not RE2
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: {
    items: [
      item { scorer: chaff.answerStates('(') }
      for item in super.items
    ],
  },
}
