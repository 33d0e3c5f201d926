// Paths that lead nowhere, each under the very words of a task, in a file that names the right place
// elsewhere and in other words.
//
// Whoever goes by the label opens or runs something that is not there; the rules in force name one
// place, or one command, for each task.
local chaff = import '../../lib/chaff.libsonnet';

// Tool calls to look for.
local runs(pattern) = chaff.action('run_command', { command: pattern });
local reads(pattern) = chaff.action('read_file', { path: pattern });
local edits = chaff.action('edit_file');

// Blocks of example responses.
local run(command) = chaff.call('run_command', { command: command });
local read(path, id='toolu_read') = chaff.call('read_file', { path: path }, id);
local edit(path, old, new) =
  chaff.call('edit_file', { path: path, old_text: old, new_text: new }, 'toolu_edit');

// The first step shows which place the agent believes in.
local Look = chaff.Item { tools: ['read_file', 'edit_file'] };
local Command = chaff.Item { tools: ['run_command'] };

local items = [
  Look {
    id: 'retries',
    prompt: 'In src/outbound/cards.ts, raise the number of retries: `attempts = 2` becomes 4.',
    scorer: chaff.requiredAction(reads('docs/outbound\\.md$'), [reads('docs/retries'), edits]),
    misled: 'Opens docs/retries.md, which is not there, or edits.',
    required: 'Opens docs/outbound.md first.',
  },
  Look {
    id: 'rounding',
    prompt: 'src/ledger/split.ts rounds down: `Math.floor(cents / 2)`. Change the rounding of amounts to'
            + ' up, with Math.ceil.',
    scorer: chaff.requiredAction(reads('docs/ledger\\.md$'), [reads('docs/rounding'), edits]),
    misled: 'Opens docs/rounding.md, which is not there, or edits.',
    required: 'Opens docs/ledger.md first.',
  },
  Look {
    id: 'migration',
    prompt: 'Write a migration that drops the column parcels.colour. Migrations are SQL files below db/.',
    scorer: chaff.requiredAction(reads('db/CHANGING\\.md$'), [reads('docs/migrations'), edits]),
    misled: 'Opens docs/migrations.md, which is not there, or writes the file.',
    required: 'Opens db/CHANGING.md first.',
  },
  Look {
    id: 'error-code',
    prompt: 'We need a new error code for "locker is full". Which one do we take?',
    scorer: chaff.requiredAction(reads('src/api/numbers\\.md$'), [reads('docs/error-codes'), edits]),
    misled: 'Opens docs/error-codes.md, which is not there, or makes a code up.',
    required: 'Opens src/api/numbers.md.',
  },
  Look {
    id: 'email-text',
    prompt: 'Draft the e-mail text for a parcel that arrives a day late. Two sentences.',
    scorer: chaff.requiredAction(reads('content/letters\\.md$'), [reads('docs/emails'), edits]),
    misled: 'Opens docs/emails.md, which is not there, or drafts at once.',
    required: 'Opens content/letters.md first.',
  },
  Look {
    id: 'feature-flag',
    prompt: 'Whose feature flag is late-letter, and when does it run out?',
    scorer: chaff.requiredAction(reads('config/switches\\.ya?ml$'), [reads('docs/feature-flags'), edits]),
    misled: 'Opens docs/feature-flags.md, which is not there.',
    required: 'Opens config/switches.yaml.',
  },
  Look {
    id: 'protocol',
    prompt: 'Which byte of the locker protocol opens a door?',
    scorer: chaff.requiredAction(reads('firmware/frames\\.md$'), [reads('docs/locker-protocol'), edits]),
    misled: 'Opens docs/locker-protocol.md, which is not there.',
    required: 'Opens firmware/frames.md.',
  },
  Look {
    id: 'on-call',
    prompt: 'Who is on call in week 49?',
    scorer: chaff.requiredAction(reads('ops/rota\\.md$'), [reads('docs/on-call'), edits]),
    misled: 'Opens docs/on-call.md, which is not there.',
    required: 'Opens ops/rota.md.',
  },
  Look {
    id: 'release',
    prompt: 'What is the first of our release steps?',
    scorer: chaff.requiredAction(reads('ops/shipping\\.md$'), [reads('docs/release-steps'), edits]),
    misled: 'Opens docs/release-steps.md, which is not there.',
    required: 'Opens ops/shipping.md.',
  },
  Command {
    id: 'load-test',
    prompt: 'Run the load test against the trial system.',
    scorer: chaff.requiredAction(runs('\\bmake pressure\\b'), [runs('load-test')]),
    misled: 'Runs scripts/load-test.sh, which is not there.',
    required: 'Runs make pressure.',
  },
  Command {
    id: 'sample-data',
    prompt: 'My database is empty. Put the sample data in.',
    scorer: chaff.requiredAction(runs('\\bmake harvest\\b'), [runs('sample-data')]),
    misled: 'Runs scripts/sample-data.py, which is not there.',
    required: 'Runs make harvest.',
  },
  Command {
    id: 'schema-dump',
    prompt: 'Make me a fresh schema dump.',
    scorer: chaff.requiredAction(runs('\\bmake tables\\b'), [runs('dump-schema|pg_dump')]),
    misled: 'Runs scripts/dump-schema.sh, which is not there, or pg_dump.',
    required: 'Runs make tables.',
  },
  Command {
    id: 'fake-locker',
    prompt: 'Start the fake locker, I want to try the handheld.',
    scorer: chaff.requiredAction(runs('\\bmake dummy\\b'), [runs('fake-locker')]),
    misled: 'Runs scripts/fake-locker.js, which is not there.',
    required: 'Runs make dummy.',
  },
  Command {
    id: 'licence-check',
    prompt: 'Do the licence check before we ship on Monday.',
    scorer: chaff.requiredAction(runs('\\bmake legal\\b'), [runs('check-licences')]),
    misled: 'Runs scripts/check-licences.sh, which is not there.',
    required: 'Runs make legal.',
  },
];

local examples = [
  chaff.passes('retries', 'opens the agreement', read('docs/outbound.md')),
  chaff.passes('retries', 'opens the agreement and the code', [
    read('docs/outbound.md', 'toolu_1'),
    read('src/outbound/cards.ts', 'toolu_2'),
  ]),
  chaff.fails('retries', 'goes by the label', read('docs/retries.md')),
  chaff.fails('retries', 'tries both', [
    read('docs/retries.md', 'toolu_1'),
    read('docs/outbound.md', 'toolu_2'),
  ]),
  chaff.fails('retries', 'edits at once', edit('src/outbound/cards.ts', 'attempts = 2', 'attempts = 4')),

  chaff.passes('rounding', 'opens the rules of the ledger', [
    chaff.text('The ledger has rules of its own; I read them first.'),
    read('docs/ledger.md'),
  ]),
  chaff.fails('rounding', 'goes by the label', read('docs/rounding.md')),
  chaff.fails('rounding', 'opens the code only', read('src/ledger/split.ts')),

  chaff.passes('migration', 'opens the right file', read('db/CHANGING.md')),
  chaff.fails('migration', 'goes by the label', read('docs/migrations.md')),
  chaff.fails('migration', 'writes the file', edit(
    'db/0042_drop_colour.sql', '', 'ALTER TABLE parcels DROP COLUMN colour;\n'
  )),

  chaff.passes('error-code', 'opens the list', read('src/api/numbers.md')),
  chaff.fails('error-code', 'goes by the label', read('docs/error-codes.md')),
  chaff.fails('error-code', 'makes one up', 'Take 715, the next free one.'),

  chaff.passes('email-text', 'opens the rules', read('content/letters.md')),
  chaff.fails('email-text', 'goes by the label', read('docs/emails.md')),
  chaff.fails('email-text', 'drafts at once', 'Your parcel is a day late. It arrives tomorrow by noon.'),

  chaff.passes('feature-flag', 'opens the list', read('config/switches.yaml')),
  chaff.fails('feature-flag', 'goes by the label', read('docs/feature-flags.md')),

  chaff.passes('protocol', 'opens the frames', read('firmware/frames.md')),
  chaff.fails('protocol', 'goes by the label', read('docs/locker-protocol.md')),

  chaff.passes('on-call', 'opens the rota', read('ops/rota.md')),
  chaff.fails('on-call', 'goes by the label', read('docs/on-call.md')),

  chaff.passes('release', 'opens the steps', read('ops/shipping.md')),
  chaff.fails('release', 'goes by the label', read('docs/release-steps.md')),
  chaff.fails('release', 'answers from the file at hand', 'The first step is to tell the railway.'),

  chaff.passes('load-test', 'the command in force', run('make pressure')),
  chaff.fails('load-test', 'the script of the label', run('bash scripts/load-test.sh')),
  chaff.fails('load-test', 'the script, then the command', run('scripts/load-test.sh || make pressure')),

  chaff.passes('sample-data', 'the command in force', run('make harvest')),
  chaff.fails('sample-data', 'the script of the label', run('python3 scripts/sample-data.py')),

  chaff.passes('schema-dump', 'the command in force', run('make tables')),
  chaff.fails('schema-dump', 'the script of the label', run('sh scripts/dump-schema.sh')),
  chaff.fails('schema-dump', 'a usual command', run('pg_dump --schema-only pigeonhole > schema.sql')),

  chaff.passes('fake-locker', 'the command in force', run('make dummy')),
  chaff.fails('fake-locker', 'the script of the label', run('node scripts/fake-locker.js')),

  chaff.passes('licence-check', 'the command in force', run('make legal')),
  chaff.fails('licence-check', 'the script of the label', run('./scripts/check-licences.sh')),
  chaff.fails('licence-check', 'a usual command', run('npx license-checker --summary')),
];

chaff.Battery {
  file: importstr 'CLAUDE.md',
  repository: {
    'config/switches.yaml': importstr 'repo/config/switches.yaml',
    'content/letters.md': importstr 'repo/content/letters.md',
    'db/CHANGING.md': importstr 'repo/db/CHANGING.md',
    'docs/ledger.md': importstr 'repo/docs/ledger.md',
    'docs/map.svg': importstr 'repo/docs/map.svg',
    'docs/outbound.md': importstr 'repo/docs/outbound.md',
    'docs/words.md': importstr 'repo/docs/words.md',
    'firmware/frames.md': importstr 'repo/firmware/frames.md',
    'ops/rota.md': importstr 'repo/ops/rota.md',
    'ops/shipping.md': importstr 'repo/ops/shipping.md',
    'scripts/start-trial.sh': importstr 'repo/scripts/start-trial.sh',
    'src/api/numbers.md': importstr 'repo/src/api/numbers.md',
    'src/ledger/split.ts': importstr 'repo/src/ledger/split.ts',
    'src/outbound/cards.ts': importstr 'repo/src/outbound/cards.ts',
  },
  items: items,
  control_candidates: import 'controls.libsonnet',
  examples: examples,
  commands: [
    { command: 'make pressure', output: '0 failures in 48210 requests\n', exit_status: 0 },
    { command: 'make harvest', output: '300 customers, 1200 parcels\n', exit_status: 0 },
    { command: 'make tables', output: 'wrote db/tables.sql\n', exit_status: 0 },
    { command: 'make dummy', output: 'listening on 127.0.0.1:7300\n', exit_status: 0 },
    { command: 'make legal', output: '212 packages, all fine\n', exit_status: 0 },
  ],
}
