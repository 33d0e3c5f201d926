// A small rule that compiles; the files in ../bad each spoil one thing of it.
local chaff = import '../lib/chaff.libsonnet';

local file = importstr 'CLAUDE.md';
local lines = std.split(file, '\n');

local named(word) = [line for line in lines if std.startsWith(line, '- ' + word)][0];

local words = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo', 'Foxtrot', 'Golf', 'Hotel', 'India'];

local packages = [
  'ajv',
  'chai',
  'dayjs',
  'express',
  'fastify',
  'glob',
  'husky',
  'ink',
  'jest',
  'koa',
  'lodash',
  'marked',
];

local battery = chaff.Battery {
  file: file,
  repository: { 'package.json': '{}\n' },
  items: [
    chaff.Item {
      id: 'add-' + name,
      prompt: 'Add the package ' + name + '.',
      tools: ['run_command', 'read_file'],
      scorer: chaff.requiredAction(
        chaff.action('run_command', { command: '\\bpnpm (add|install)\\b' }),
        chaff.action('run_command', { command: '(^|[^p])npm (add|install)\\b' }),
      ),
      misled: 'npm install ' + name,
      required: 'pnpm add ' + name,
    }
    for name in packages
  ],
  control_candidates: [
    chaff.Control {
      id: std.asciiLower(word),
      edits: [chaff.cut(named(word) + '\n')],
    }
    for word in words
  ],
  examples: std.flattenArrays([
    [
      chaff.passes(
        'add-' + name,
        'uses the manager in force',
        chaff.call('run_command', { command: 'pnpm add ' + name }),
      ),
      chaff.fails(
        'add-' + name,
        'uses the manager of old',
        chaff.call('run_command', { command: 'npm install ' + name }),
      ),
    ]
    for name in packages
  ]),
};

local practice = battery {
  items: [
    item {
      prompt: 'Which package manager installs ' + item.id + '? One word.',
      tools: [],
      scorer: chaff.answerStates('(?i)\\bpnpm\\b', '(?i)\\bnpm\\b'),
    }
    for item in super.items
  ],
  examples: std.flattenArrays([
    [
      chaff.passes(item.id, 'states it', 'pnpm'),
      chaff.fails(item.id, 'states the other', 'npm'),
    ]
    for item in self.items
  ]),
};

chaff.Rule {
  id: 'example',
  title: 'Struck-through instruction',
  rationale: chaff.Rationale {
    hypothesis: 'Agents follow text that was struck through.',
    supports: [chaff.Claim { claim: 'They see the words.', source: 'a guess' }],
    against: [chaff.Claim { claim: 'They see the strokes too.', source: 'a guess' }],
  },
  detect: chaff.BlockDetect { any: ['^~~.+~~$'] },
  fix: chaff.DeleteBlock,
  valid: [chaff.Valid { title: 'plain text', text: 'Use pnpm.\n' }],
  invalid: [
    chaff.Invalid {
      title: 'a struck item',
      text: '- Keep.\n- ~~Gone.~~\n- Stay.\n',
      findings: chaff.lines([2]),
      fixed: '- Keep.\n- Stay.\n',
    },
  ],
  battery: battery,
  practice: practice,
}
