// commands: pattern '[' is not RE2
local good = import '../good/rule.libsonnet';
local chaff = import '../lib/chaff.libsonnet';

good {
  battery+: { commands: [chaff.CommandResult { command: '[', output: '' }] },
}
