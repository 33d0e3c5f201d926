// specs/rules/example.jsonnet: repeats: 5 repeats, fewer than 6
local original = import 'original.jsonnet';

original {
  admission+: { min_repeats: 6 },
}
