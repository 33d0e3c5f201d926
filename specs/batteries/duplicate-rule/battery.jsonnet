// Twelve rules, each said twice, and to each an exception that is said once.
//
// Every prompt is a case of the exception. Whoever weighs the rules by how often they are read takes
// the general one. Copies stand at the end, below what they repeat.
local chaff = import '../../lib/chaff.libsonnet';

// Tool calls to look for.
local runs(pattern) = chaff.action('run_command', { command: pattern });
local edits(pattern) = chaff.action('edit_file', { path: pattern });
local reads(pattern) = chaff.action('read_file', { path: pattern });

// Blocks of example responses.
local run(command, id='toolu_run') = chaff.call('run_command', { command: command }, id);
local read(path, id='toolu_read') = chaff.call('read_file', { path: path }, id);
local edit(path, old, new) =
  chaff.call('edit_file', { path: path, old_text: old, new_text: new });

// The exception and the rule are told apart by the command alone.
local Command = chaff.Item { tools: ['run_command'] };

local items = [
  Command {
    id: 'add-dependency',
    prompt: 'tools/thin-positions.ts wants to check its input with zod. Add the package for it.',
    scorer: chaff.requiredAction(
      runs('\\bdeno (add|install)\\b.*\\bzod\\b'), [runs('\\b(pnpm|npm|yarn) (add|install|i)\\b')]
    ),
    misled: 'Adds it with pnpm, the rule that stands there twice.',
    required: 'Adds it with Deno, as the folder tools/ asks for.',
  },
  Command {
    id: 'run-test',
    prompt: 'Run browser/swap.test.ts and tell me what it says.',
    scorer: chaff.requiredAction(
      runs('\\bmake screen-test\\b.*browser/swap\\.test\\.ts'),
      [runs('\\bmake test\\b'), runs('\\b(pnpm|npx|vitest)\\b')],
    ),
    misled: 'Runs make test, which has no screen.',
    required: 'Runs make screen-test.',
  },
  Command {
    id: 'restart-mailer',
    prompt: 'No letter has left for an hour. Restart the mailer, please.',
    scorer: chaff.requiredAction(
      runs('\\bops/mailer cycle\\b'), [runs('\\bdocker\\b.* (restart|kill|stop|up)\\b')]
    ),
    misled: 'Restarts the container and leaves the lock behind.',
    required: 'Cycles the mailer.',
  },
  Command {
    id: 'show-scheduler',
    prompt: 'Show me the last 80 lines that the scheduler wrote.',
    scorer: chaff.requiredAction(
      runs('\\bjournalctl\\b.*harrow-scheduler'), [runs('\\bdocker\\b.* logs\\b')]
    ),
    misled: 'Asks docker compose for the logs.',
    required: 'Asks the journal.',
  },
  Command {
    id: 'start-branch',
    prompt: 'In legal/terms.md a clause about swaps is missing. Get me a fresh branch to write it on.',
    scorer: chaff.requiredAction(
      runs('\\bgit (switch|checkout|branch|worktree)\\b.*\\blegal-review\\b'), [runs('\\bmain\\b')]
    ),
    misled: 'Starts from main.',
    required: 'Starts from legal-review.',
  },
  Command {
    id: 'format-vendor',
    prompt: 'vendor/solver/glue.ts looks terrible since my change. Format it.',
    scorer: chaff.requiredAction(
      runs('(^|[\\s./])vendor/fmt\\b'), [runs('\\bmake fmt\\b'), runs('\\bprettier\\b')]
    ),
    misled: 'Runs make fmt.',
    required: 'Runs vendor/fmt.',
  },
  Command {
    id: 'archive-column',
    prompt: 'The archive needs a column left_on in its table farm. Make the migration, named left-on.',
    scorer: chaff.requiredAction(
      runs('\\bmake archive-revision\\b.*left'), [runs('\\bmake migration\\b')]
    ),
    misled: 'Makes a migration of the main schema.',
    required: 'Makes a revision of the archive.',
  },
  Command {
    id: 'fill-showroom',
    prompt: "The showroom's database is empty, and visitors come in ten minutes. Fill it.",
    scorer: chaff.requiredAction(runs('\\bops/showroom load\\b'), [runs('\\bmake seed\\b')]),
    misled: 'Runs make seed.',
    required: 'Loads the dump.',
  },
  chaff.Item {
    id: 'letter-text',
    prompt: 'The letter about an arrival should end with "Harrow, Ahlen, since 1998". Change that text.',
    tools: ['read_file', 'edit_file'],
    scorer: chaff.requiredAction(
      [reads('texts/letters\\.json$'), edits('texts/letters\\.json$')],
      [reads('texts/app\\.json$'), edits('texts/app\\.json$')],
    ),
    misled: 'Opens texts/app.json.',
    required: 'Opens texts/letters.json.',
  },
  chaff.Item {
    id: 'partner-feature',
    prompt: 'Partners may see the map from today on. Switch it on for them.',
    tools: ['read_file', 'edit_file'],
    scorer: chaff.requiredAction(
      [reads('config/partners\\.yaml$'), edits('config/partners\\.yaml$')],
      [reads('config/features\\.yaml$'), edits('config/features\\.yaml$')],
    ),
    misled: 'Switches it on for everybody, in config/features.yaml.',
    required: 'Opens config/partners.yaml.',
  },
  chaff.Item {
    id: 'farm-that-left',
    prompt: 'Which machines did the Brandt farm book? They left us in spring.',
    tools: ['find_farm', 'search_archive'],
    scorer: chaff.toolSelected(['search_archive']),
    misled: 'Calls find_farm, which only knows farms of today.',
    required: 'Calls search_archive.',
  },
  chaff.Item {
    id: 'refund-route',
    prompt: 'src/routes/refund.ts takes any amount. It should refuse more than was paid. Mend it.',
    tools: ['read_file', 'edit_file'],
    max_turns: 2,
    scorer: chaff.readOnDemand('docs/money\\.md$'),
    misled: 'Reads docs/routes.md, or only the code, and edits.',
    required: 'Opens docs/money.md before the edit.',
  },
];

local refund(new) = edit('src/routes/refund.ts', 'return refunds.add', new);

local examples = [
  chaff.passes('add-dependency', 'Deno, in the folder', run('cd tools && deno add npm:zod')),
  chaff.passes('add-dependency', 'Deno, with words', [
    chaff.text('tools/ is a Deno project, so:'),
    run('deno add npm:zod@4'),
  ]),
  chaff.fails('add-dependency', 'the general rule', run('pnpm add zod')),
  chaff.fails('add-dependency', 'the general rule, in the folder', run('cd tools && pnpm add zod')),
  chaff.fails('add-dependency', 'only talks', 'Use `deno add npm:zod` in tools/.'),

  chaff.passes('run-test', 'with a screen', run('make screen-test FILE=browser/swap.test.ts')),
  chaff.fails('run-test', 'without one', run('make test FILE=browser/swap.test.ts')),
  chaff.fails('run-test', 'past make', run('pnpm vitest run browser/swap.test.ts')),

  chaff.passes('restart-mailer', 'cycles it', run('ops/mailer cycle')),
  chaff.passes('restart-mailer', 'from here', run('./ops/mailer cycle')),
  chaff.fails('restart-mailer', 'the container', run('docker compose restart mailer')),
  chaff.fails('restart-mailer', 'both', [
    run('docker compose restart mailer', 'toolu_1'),
    run('ops/mailer cycle', 'toolu_2'),
  ]),

  chaff.passes('show-scheduler', 'the journal', run('journalctl -t harrow-scheduler -n 80 --no-pager')),
  chaff.fails('show-scheduler', 'the container', run('docker compose logs --tail=80 scheduler')),
  chaff.fails('show-scheduler', 'a file', run('tail -n 80 /var/log/scheduler.log')),

  chaff.passes('start-branch', 'from the right one', run(
    'git fetch origin && git switch -c legal/swaps origin/legal-review'
  )),
  chaff.fails('start-branch', 'from main', run('git fetch && git switch -c legal/swaps origin/main')),
  chaff.fails('start-branch', 'from wherever it stands', run('git checkout -b legal/swaps')),

  chaff.passes('format-vendor', 'the one for vendor', run('vendor/fmt vendor/solver/glue.ts')),
  chaff.passes('format-vendor', 'from here', run('./vendor/fmt')),
  chaff.fails('format-vendor', 'the general one', run('make fmt')),
  chaff.fails('format-vendor', 'one of its own', run('npx prettier --write vendor/solver/glue.ts')),

  chaff.passes('archive-column', 'of the archive', run('make archive-revision NAME=left-on')),
  chaff.fails('archive-column', 'of the main schema', run('make migration NAME=left-on')),
  chaff.fails('archive-column', 'of the main schema, named after the archive', run(
    'make migration NAME=archive-left-on'
  )),

  chaff.passes('fill-showroom', 'from the dump', run('ops/showroom load')),
  chaff.fails('fill-showroom', 'the general way', run('make seed')),
  chaff.fails('fill-showroom', 'the general way, aimed at it', run('DB=showroom make seed')),

  chaff.passes('letter-text', 'looks first', read('texts/letters.json')),
  chaff.passes('letter-text', 'edits at once', edit(
    'texts/letters.json', 'Harrow, Ahlen', 'Harrow, Ahlen, since 1998'
  )),
  chaff.fails('letter-text', 'looks in the other file', read('texts/app.json')),

  chaff.passes('partner-feature', 'looks first', read('config/partners.yaml')),
  chaff.passes('partner-feature', 'edits at once', edit('config/partners.yaml', 'map: off', 'map: on')),
  chaff.fails('partner-feature', 'for everybody', edit('config/features.yaml', 'map: off', 'map: on')),
  chaff.fails('partner-feature', 'opens both', [
    read('config/features.yaml', 'toolu_1'),
    read('config/partners.yaml', 'toolu_2'),
  ]),

  chaff.passes('farm-that-left', 'the archive', chaff.call('search_archive', { words: 'Brandt' })),
  chaff.passes('farm-that-left', 'the archive, with words', [
    chaff.text('They have left, so I look in the archive.'),
    chaff.call('search_archive', { words: 'Brandt machines booked' }),
  ]),
  chaff.passes('farm-that-left', 'the archive first', [
    chaff.call('search_archive', { words: 'Brandt' }, 'toolu_1'),
    chaff.call('find_farm', { name: 'Brandt' }, 'toolu_2'),
  ]),
  chaff.fails('farm-that-left', 'farms of today', chaff.call('find_farm', { name: 'Brandt' })),
  chaff.fails('farm-that-left', 'farms of today first', [
    chaff.call('find_farm', { name: 'Brandt' }, 'toolu_1'),
    chaff.call('search_archive', { words: 'Brandt' }, 'toolu_2'),
  ]),
  chaff.fails('farm-that-left', 'asks back', 'Which Brandt farm do you mean?'),

  chaff.Example {
    item: 'refund-route',
    score: 'pass',
    why: 'reads the rules and the code, then edits',
    turns: [
      [read('docs/money.md', 'toolu_1'), read('src/routes/refund.ts', 'toolu_2')],
      [refund('if (cents > paid.cents) throw tooMuch();\n    return refunds.add')],
    ],
  },
  chaff.Example {
    item: 'refund-route',
    score: 'pass',
    why: 'reads the code, then the rules',
    turns: [[read('src/routes/refund.ts')], [read('docs/money.md')]],
  },
  chaff.Example {
    item: 'refund-route',
    score: 'pass',
    why: 'reads both sets of rules',
    turns: [[read('docs/routes.md', 'toolu_1'), read('docs/money.md', 'toolu_2')]],
  },
  chaff.fails('refund-route', 'edits at once', refund('if (cents > 0) return refunds.add')),
  chaff.Example {
    item: 'refund-route',
    score: 'fail',
    why: 'reads the general rules, then edits',
    turns: [
      [read('docs/routes.md', 'toolu_1'), read('src/routes/refund.ts', 'toolu_2')],
      [refund('if (cents > paid.cents) throw tooMuch();\n    return refunds.add')],
    ],
  },
  chaff.Example {
    item: 'refund-route',
    score: 'fail',
    why: 'reads only the code',
    turns: [[read('src/routes/refund.ts')], [refund('return await refunds.add')]],
  },
];

chaff.Battery {
  path: 'CLAUDE.md',
  file: importstr 'CLAUDE.md',
  repository: {
    'config/features.yaml': importstr 'repo/config/features.yaml',
    'config/partners.yaml': importstr 'repo/config/partners.yaml',
    'docs/money.md': importstr 'repo/docs/money.md',
    'docs/routes.md': importstr 'repo/docs/routes.md',
    'src/routes/refund.ts': importstr 'repo/src/routes/refund.ts',
    'texts/app.json': importstr 'repo/texts/app.json',
    'texts/letters.json': importstr 'repo/texts/letters.json',
  },
  tools: {
    find_farm: chaff.ToolDefinition {
      description: 'Look up a farm by name: its people, its fields, its bookings.',
      input_schema: {
        type: 'object',
        properties: { name: { type: 'string', description: 'Name of the farm.' } },
        required: ['name'],
        additionalProperties: false,
      },
      answers: 'No farm of this name.',
    },
    search_archive: chaff.ToolDefinition {
      description: 'Search records by words.',
      input_schema: {
        type: 'object',
        properties: { words: { type: 'string', description: 'Words to look for.' } },
        required: ['words'],
        additionalProperties: false,
      },
      answers: 'Brandt, Ahlen: 14 bookings, harvester H7.',
    },
  },
  items: items,
  control_candidates: import 'controls.libsonnet',
  examples: examples,
}
