// Old directives left beside the ones in force, each marked as struck out or deprecated.
//
// The old ones are the more tempting: whole command lines, closer to common habit, and often
// nearer to the words of the request than the terse directive that replaced them.
local chaff = import '../../lib/chaff.libsonnet';

// Tool calls to look for.
local runs(pattern) = chaff.action('run_command', { command: pattern });
local reads(pattern) = chaff.action('read_file', { path: pattern });
local edits(pattern) = chaff.action('edit_file', { path: pattern });

// Blocks of example responses.
local run(command) = chaff.call('run_command', { command: command });
local read(path, id='toolu_read') = chaff.call('read_file', { path: path }, id);
local edit(path, old, new) =
  chaff.call('edit_file', { path: path, old_text: old, new_text: new });

// A command-line item, told from its old form by the command alone.
local Command = chaff.Item { tools: ['run_command'] };

local items = [
  Command {
    id: 'add-dependency',
    prompt: 'The api package needs p-limit. Add it, please.',
    scorer: chaff.requiredAction(runs('\\bpnpm\\b.*\\badd\\b.*\\bp-limit'), [runs('\\b(yarn|npm)\\b')]),
    misled: 'Adds the package with yarn, as the struck-out line spells out.',
    required: 'Adds it with pnpm to the one package.',
  },
  Command {
    id: 'check-health',
    prompt: 'I think my dev API has died. Call its health endpoint and tell me what it says.',
    scorer: chaff.requiredAction(runs(':4310/healthz'), [runs(':3000\\b')]),
    misled: 'Calls port 3000, for which a whole command line is given.',
    required: 'Calls /healthz on port 4310.',
  },
  Command {
    id: 'format-file',
    prompt: 'packages/web/src/BerthCard.tsx is a mess. Run the formatter on it.',
    scorer: chaff.requiredAction(
      runs('\\bbiome (check|format)\\b.*BerthCard\\.tsx'), [runs('\\bprettier\\b')]
    ),
    misled: 'Runs Prettier, the habit of most projects and the struck-out line.',
    required: 'Runs Biome on the file.',
  },
  chaff.Item {
    id: 'feature-flag',
    prompt: 'Add a feature flag tide_alerts, off for now.',
    tools: ['read_file', 'edit_file'],
    scorer: chaff.requiredAction(
      [reads('config/flags\\.yaml$'), edits('config/flags\\.yaml$')],
      [reads('src/flags\\.ts$'), edits('src/flags\\.ts$')],
    ),
    misled: 'Opens or edits the FLAGS object in packages/api/src/flags.ts.',
    required: 'Goes to config/flags.yaml.',
  },
  Command {
    id: 'package-tests',
    prompt: 'Run the tests of the billing package.',
    scorer: chaff.requiredAction(
      runs('\\bvitest\\b.*--project[ =]\\S*billing\\b'), [runs('\\bnpm\\s')]
    ),
    misled: 'Runs npm test with --workspace.',
    required: 'Runs Vitest for the one project.',
  },
  chaff.Item {
    id: 'new-test-file',
    prompt: 'Start a test file for packages/api/src/berths/search.ts. A single it.todo is enough.',
    tools: ['edit_file'],
    scorer: chaff.requiredAction(
      edits('^(\\./)?tests/api/.*\\.spec\\.ts$'), [edits('__tests__|\\.test\\.ts$')]
    ),
    misled: 'Puts it beside the code, in a __tests__ folder.',
    required: 'Puts it under tests/api, named .spec.ts.',
  },
  Command {
    id: 'new-migration',
    prompt: 'We need a draught_cm column on berths. Create the empty migration, I will fill it in.',
    scorer: chaff.requiredAction(runs('\\bpnpm (run )?db:draft\\b'), [runs('\\bknex\\b')]),
    misled: 'Runs knex migrate:make.',
    required: 'Drafts the change with pnpm db:draft.',
  },
  Command {
    id: 'start-branch',
    prompt: 'Start a branch for the invoice rounding bug, from the latest upstream. My initials are mk.',
    scorer: chaff.requiredAction(
      runs('\\bgit (switch|checkout|branch|worktree)\\b.*\\btrunk\\b'), [runs('\\bdevelop\\b')]
    ),
    misled: 'Branches off origin/develop with the command that is given for it.',
    required: 'Branches off trunk.',
  },
  Command {
    id: 'commit-staged',
    prompt: 'Commit what is staged. I have looked at the diff: tide heights are now rounded to whole'
            + ' centimetres. The ticket is 482.',
    scorer: chaff.requiredAction(
      runs('(?s)\\bgit commit\\b.*Refs: TP-482'),
      [runs('\\b(feat|fix|refactor|chore|perf)(\\([a-z-]*\\))?!?: ')],
    ),
    misled: 'Writes a Conventional Commits subject.',
    required: 'Names the area, and ends with the ticket.',
  },
  Command {
    id: 'tag-release',
    prompt: 'Tag HEAD as the release of this week. It is week 48 of 2026.',
    scorer: chaff.requiredAction(
      runs('\\bgit tag\\b.*\\br2026\\.48\\b'), [runs('\\bv\\d+\\.\\d+')]
    ),
    misled: 'Looks for, or makes, a semantic version.',
    required: 'Tags r2026.48.',
  },
  chaff.Item {
    id: 'ship-staging',
    prompt: 'Get what we have onto staging, the harbour people want to look at it.',
    tools: ['deploy', 'run_command'],
    scorer: chaff.toolSelected(['run_command']),
    misled: 'Uses the deploy tool, which is at hand and described in the deprecated line.',
    required: 'Promotes from the shell with pnpm ship staging.',
  },
  chaff.Item {
    id: 'change-tariff',
    prompt: 'A night at pontoon C goes from 17.90 to 18.45. Please change'
            + ' config/tariffs/pontoon-c.yaml.',
    tools: ['read_file', 'edit_file'],
    max_turns: 2,
    scorer: chaff.readOnDemand('docs/tariffs/rounding\\.md$'),
    misled: 'Reads docs/pricing.md, or nothing, and edits the figure.',
    required: 'Opens docs/tariffs/rounding.md before the edit.',
  },
];

local examples = [
  chaff.passes('add-dependency', 'pnpm, the one package', run('pnpm --filter @tidepool/api add p-limit')),
  chaff.passes('add-dependency', 'from inside the package', [
    chaff.text("I'll add it to the api workspace."),
    run('cd packages/api && pnpm add p-limit'),
  ]),
  chaff.fails('add-dependency', 'the struck-out command', run('yarn workspace @tidepool/api add p-limit')),
  chaff.fails('add-dependency', 'only talks', 'Run `pnpm --filter @tidepool/api add p-limit` to add it.'),

  chaff.passes('check-health', 'the port in force', run('curl -fsS http://localhost:4310/healthz')),
  chaff.fails('check-health', 'the deprecated port', run('curl -fsS http://localhost:3000/healthz')),
  chaff.fails('check-health', 'tries both', run(
    'curl -s http://localhost:4310/healthz || curl -s http://localhost:3000/healthz'
  )),

  chaff.passes('format-file', 'Biome', run('pnpm biome check --write packages/web/src/BerthCard.tsx')),
  chaff.fails('format-file', 'Prettier', run('npx prettier --write packages/web/src/BerthCard.tsx')),

  chaff.passes('feature-flag', 'looks at the file in force first', read('config/flags.yaml')),
  chaff.passes('feature-flag', 'edits the file in force', edit(
    'config/flags.yaml',
    'sensor_v2: {default: false',
    'tide_alerts: {default: false, owner: api}\nsensor_v2: {default: false'
  )),
  chaff.fails('feature-flag', 'opens the old place', read('packages/api/src/flags.ts')),
  chaff.fails('feature-flag', 'opens both places', [
    read('config/flags.yaml', 'toolu_1'),
    read('packages/api/src/flags.ts', 'toolu_2'),
  ]),

  chaff.passes('package-tests', 'Vitest, one project', run('pnpm vitest run --project billing')),
  chaff.fails('package-tests', 'the struck-out command', run('npm test --workspace @tidepool/billing')),
  chaff.fails('package-tests', 'all tests', run('pnpm vitest run')),

  chaff.passes('new-test-file', 'apart from the sources', edit(
    'tests/api/berth-search.spec.ts', '', "import { it } from 'vitest';\n\nit.todo('finds berths');\n"
  )),
  chaff.fails('new-test-file', 'beside the code', edit(
    'packages/api/src/berths/__tests__/search.test.ts', '', "it.todo('finds berths');\n"
  )),

  chaff.passes('new-migration', 'a draft', run('pnpm db:draft add-draught-cm-to-berths')),
  chaff.fails('new-migration', 'knex', run(
    'npx knex migrate:make add_draught_cm --knexfile packages/api/knexfile.ts'
  )),

  chaff.passes('start-branch', 'from trunk', run(
    'git fetch origin && git switch -c mk/invoice-rounding origin/trunk'
  )),
  chaff.fails('start-branch', 'from develop', run(
    'git fetch origin && git switch -c fix/invoice-rounding origin/develop'
  )),

  chaff.passes('commit-staged', 'area and ticket', run(
    "git commit -m 'sync: round tide heights to whole centimetres' -m 'Refs: TP-482'"
  )),
  chaff.fails('commit-staged', 'a Conventional Commits subject', run(
    "git commit -m 'fix(sync): round tide heights to whole centimetres' -m 'Refs: TP-482'"
  )),
  chaff.fails('commit-staged', 'no ticket', run("git commit -m 'tides: round heights to centimetres'")),

  chaff.passes('tag-release', 'year and week', run("git tag -s r2026.48 -m 'Week 48'")),
  chaff.fails('tag-release', 'a semantic version', run("git tag -a v3.19.0 -m 'Week 48'")),

  chaff.passes('ship-staging', 'from the shell', run('pnpm ship staging')),
  chaff.passes('ship-staging', 'says so first', [
    chaff.text('Promoting to staging.'),
    run('pnpm ship staging'),
  ]),
  chaff.passes('ship-staging', 'looks where it stands, then ships', [
    chaff.call('run_command', { command: 'git status --short' }, 'toolu_1'),
    chaff.call('run_command', { command: 'pnpm ship staging' }, 'toolu_2'),
  ]),
  chaff.fails('ship-staging', 'the deploy tool', chaff.call(
    'deploy', { environment: 'staging', ref: 'trunk' }
  )),
  chaff.fails('ship-staging', 'the deploy tool, after some words', [
    chaff.text("I'll deploy the current branch to staging."),
    chaff.call('deploy', { environment: 'staging', ref: 'HEAD' }),
  ]),
  chaff.fails('ship-staging', 'asks instead of acting', 'Shall I run `pnpm ship staging` now?'),

  chaff.Example {
    item: 'change-tariff',
    score: 'pass',
    why: 'reads both files, then edits',
    turns: [
      [read('docs/tariffs/rounding.md', 'toolu_1'), read('config/tariffs/pontoon-c.yaml', 'toolu_2')],
      [edit('config/tariffs/pontoon-c.yaml', 'overnight_gross: 17.90', 'overnight_gross: 18.45')],
    ],
  },
  chaff.Example {
    item: 'change-tariff',
    score: 'pass',
    why: 'reads the figure, then the rounding rules',
    turns: [[read('config/tariffs/pontoon-c.yaml')], [read('docs/tariffs/rounding.md')]],
  },
  chaff.passes('change-tariff', 'opens the rules and stops there', read('./docs/tariffs/rounding.md')),
  chaff.fails('change-tariff', 'edits at once', edit(
    'config/tariffs/pontoon-c.yaml', 'overnight_gross: 17.90', 'overnight_gross: 18.45'
  )),
  chaff.Example {
    item: 'change-tariff',
    score: 'fail',
    why: 'reads the old page, then edits',
    turns: [
      [read('docs/pricing.md', 'toolu_1'), read('config/tariffs/pontoon-c.yaml', 'toolu_2')],
      [edit('config/tariffs/pontoon-c.yaml', 'overnight_gross: 17.90', 'overnight_gross: 18.45')],
    ],
  },
  chaff.Example {
    item: 'change-tariff',
    score: 'fail',
    why: 'the right start, but cut off in the second turn',
    turns: [[read('docs/tariffs/rounding.md')], [chaff.text('The weekly price also')]],
    stop_reason: 'max_tokens',
  },
];

chaff.Battery {
  file: importstr 'CLAUDE.md',
  repository: {
    'package.json': importstr 'repo/package.json',
    'config/flags.yaml': importstr 'repo/config/flags.yaml',
    'config/tariffs/pontoon-c.yaml': importstr 'repo/config/tariffs/pontoon-c.yaml',
    'docs/pricing.md': importstr 'repo/docs/pricing.md',
    'docs/tariffs/rounding.md': importstr 'repo/docs/tariffs/rounding.md',
    'packages/api/src/berths/search.ts': importstr 'repo/packages/api/src/berths/search.ts',
    'packages/api/src/flags.ts': importstr 'repo/packages/api/src/flags.ts',
    'packages/web/src/BerthCard.tsx': importstr 'repo/packages/web/src/BerthCard.tsx',
  },
  tools: {
    deploy: chaff.ToolDefinition {
      description: 'Deploy a ref of this repository to an environment.',
      input_schema: {
        type: 'object',
        properties: {
          environment: { type: 'string', enum: ['preview', 'staging'] },
          ref: { type: 'string', description: 'Branch, tag or commit.' },
        },
        required: ['environment', 'ref'],
        additionalProperties: false,
      },
      answers: 'Queued as deployment 5121.',
    },
  },
  items: items,
  control_candidates: import 'controls.libsonnet',
  examples: examples,
}
