// requests['smollm2-135m-instruct-q4_1']: temperature is 0, not 1.0
local original = import 'original.jsonnet';

original {
  requests+: { 'smollm2-135m-instruct-q4_1'+: { temperature: 0 } },
}
