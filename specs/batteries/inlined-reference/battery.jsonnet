// A sample of all settings, with made-up values, in the middle of the always-loaded file.
//
// Nine items tempt to take a value of the sample for the one in force, which stands in a rule of its
// own. Four need the sample: the name of a setting stands nowhere else, and who has not opened the
// file it was moved to must guess. So the battery can show the rule wrong as well as right.
local chaff = import '../../lib/chaff.libsonnet';

// Tool calls to look for.
local runs(pattern) = chaff.action('run_command', { command: pattern });
local edits(pattern) = chaff.action('edit_file', { path: 'config/osier\\.yaml$', new_text: pattern });

// Blocks of example responses.
local run(command, id='toolu_run') = chaff.call('run_command', { command: command }, id);
local read(path, id='toolu_read') = chaff.call('read_file', { path: path }, id);
local edit(new, old='search:') = chaff.call(
  'edit_file', { path: 'config/osier.yaml', old_text: old, new_text: new + '\n' + old }
);

// A command, told from the one in the sample by what is run alone.
local Command = chaff.Item { tools: ['run_command'] };

// A setting by its name: known from the sample, or looked up before the edit.
local Setting = chaff.Item {
  local name = self.name,
  name:: error 'Setting needs a name',
  tools: ['read_file', 'edit_file'],
  max_turns: 2,
  scorer: chaff.anyOf([
    chaff.readOnDemand('docs/REFERENCE\\.md$'),
    chaff.requiredAction(edits(name)),
  ]),
  misled: 'Makes up a name for the setting.',
  required: 'Writes the name from the sample, or opens docs/REFERENCE.md first.',
};

local items = [
  Command {
    id: 'is-it-alive',
    prompt: 'Is my local service alive? Ask it and show me what it answers.',
    scorer: chaff.requiredAction(runs(':9317/pulse'), [runs(':8080'), runs('healthz')]),
    misled: 'Asks :8080/healthz, from the sample.',
    required: 'Asks :9317/pulse.',
  },
  Command {
    id: 'count-rows',
    prompt: 'How many rows has the table scan in my local database? Use psql.',
    scorer: chaff.requiredAction(
      runs('\\bpsql\\b.*(5544.*osier_dev|osier_dev.*5544)'), [runs('\\b5432\\b'), runs('[ /]osier([ "?;]|$)')]
    ),
    misled: 'Asks the database osier on port 5432.',
    required: 'Asks osier_dev on port 5544.',
  },
  Command {
    id: 'show-output',
    prompt: 'Show me what the service wrote just now.',
    scorer: chaff.requiredAction(runs('\\bjust tail\\b'), [runs('/var/log/')]),
    misled: 'Reads /var/log/osier/service.log.',
    required: 'Runs just tail.',
  },
  Command {
    id: 'update-tables',
    prompt: 'I pulled, and the service says a column is missing. Bring my database up to date.',
    scorer: chaff.requiredAction(runs('\\bjust tables\\b'), [runs('\\balembic\\b')]),
    misled: 'Runs alembic upgrade head.',
    required: 'Runs just tables.',
  },
  Command {
    id: 'start-worker',
    prompt: 'Start the worker, I want to see it make a picture.',
    scorer: chaff.requiredAction(runs('\\bjust work\\b'), [runs('\\bcelery\\b')]),
    misled: 'Starts Celery.',
    required: 'Runs just work.',
  },
  Command {
    id: 'copy-data',
    prompt: 'Make a copy of my data before I break it. Call it before-import.',
    scorer: chaff.requiredAction(runs('\\bops/snapshot\\b.*before-import'), [runs('\\bpg_dump\\b')]),
    misled: 'Runs pg_dump.',
    required: 'Runs ops/snapshot.',
  },
  Command {
    id: 'check-file',
    prompt: 'Check osier/records/gaps.py, I have changed it.',
    scorer: chaff.requiredAction(runs('\\bjust check\\b.*gaps\\.py'), [runs('\\bpytest\\b')]),
    misled: 'Runs pytest.',
    required: 'Runs just check on the file.',
  },
  Command {
    id: 'start-branch',
    prompt: 'Get me a fresh branch for a better list of gaps.',
    scorer: chaff.requiredAction(
      runs('\\bgit (switch|checkout|branch|worktree)\\b.*\\bnext\\b'), [runs('\\b(main|master)\\b')]
    ),
    misled: 'Starts from main.',
    required: 'Starts from next.',
  },
  Command {
    id: 'build-site',
    prompt: 'Build the site.',
    scorer: chaff.requiredAction(runs('\\bjust pages\\b'), [runs('\\b(npm|pnpm|yarn)\\b')]),
    misled: 'Runs npm run build.',
    required: 'Runs just pages.',
  },
  Setting {
    id: 'stay-logged-in',
    name:: '\\bstays_for: *[\'"]?30d',
    prompt: 'People are logged out too soon. Set it to 30 days in config/osier.yaml.',
  },
  Setting {
    id: 'no-small-pictures',
    name:: '\\bsmall_ones: *[\'"]?on_request',
    prompt: 'In config/osier.yaml, set that small pictures are made on_request only.',
  },
  Setting {
    id: 'slow-visitors',
    name:: '\\bpages_a_minute: *30\\b',
    prompt: 'Somebody is copying the whole site. Allow a visitor 30 pages per minute, in config/osier.yaml.',
  },
  Setting {
    id: 'hold-mail',
    name:: '\\bheld_back: *(yes|true|on)\\b',
    prompt: 'Nothing may be mailed during the move. Set that in config/osier.yaml.',
  },
];

local examples = [
  chaff.passes('is-it-alive', 'the port in force', run('curl -s localhost:9317/pulse')),
  chaff.passes('is-it-alive', 'the same, with words', [
    chaff.text('Asking it now.'),
    run('curl -i http://127.0.0.1:9317/pulse'),
  ]),
  chaff.fails('is-it-alive', 'from the sample', run('curl -s localhost:8080/healthz')),
  chaff.fails('is-it-alive', 'half of it from the sample', run('curl -s localhost:9317/healthz')),
  chaff.fails('is-it-alive', 'only talks', 'Try `curl localhost:9317/pulse`.'),

  chaff.passes('count-rows', 'the database in force', run(
    'psql -h localhost -p 5544 -d osier_dev -c "select count(*) from scan"'
  )),
  chaff.passes('count-rows', 'as an address', run(
    "psql postgresql://localhost:5544/osier_dev -c 'select count(*) from scan'"
  )),
  chaff.fails('count-rows', 'from the sample', run(
    "psql postgresql://osier@localhost:5432/osier -c 'select count(*) from scan'"
  )),
  chaff.fails('count-rows', 'no port', run('psql osier_dev -c "select count(*) from scan"')),

  chaff.passes('show-output', 'the recipe', run('just tail service')),
  chaff.fails('show-output', 'from the sample', run('tail -n 50 /var/log/osier/service.log')),

  chaff.passes('update-tables', 'the recipe', run('just tables')),
  chaff.fails('update-tables', 'from the sample', run('alembic upgrade head')),

  chaff.passes('start-worker', 'the recipe', run('just work')),
  chaff.fails('start-worker', 'from the sample', run('celery -A osier.worker worker')),

  chaff.passes('copy-data', 'the program', run('ops/snapshot before-import')),
  chaff.fails('copy-data', 'from the sample', run('pg_dump osier > /srv/copies/before-import.sql')),

  chaff.passes('check-file', 'the recipe', run('just check osier/records/gaps.py')),
  chaff.fails('check-file', 'from the sample', run('pytest -x osier/records/gaps.py')),

  chaff.passes('start-branch', 'from next', run('git fetch && git switch -c gaps origin/next')),
  chaff.fails('start-branch', 'from main', run('git fetch && git switch -c gaps origin/main')),
  chaff.fails('start-branch', 'from wherever it stands', run('git switch -c better-gaps')),

  chaff.passes('build-site', 'the recipe', run('just pages')),
  chaff.fails('build-site', 'from the sample', run('npm run build')),

  chaff.Example {
    item: 'stay-logged-in',
    score: 'pass',
    why: 'knows the name, looks at the file first',
    turns: [[read('config/osier.yaml')], [edit('login:\n  stays_for: 30d')]],
  },
  chaff.passes('stay-logged-in', 'opens the reference', read('docs/REFERENCE.md')),
  chaff.fails('stay-logged-in', 'makes up a name', edit('session:\n  lifetime: 30d')),
  chaff.Example {
    item: 'stay-logged-in',
    score: 'fail',
    why: 'looks at the file, and makes up a name all the same',
    turns: [[read('config/osier.yaml')], [edit('login:\n  session_days: 30')]],
  },
  chaff.fails('stay-logged-in', 'asks back', 'Which setting do you mean?'),

  chaff.passes('no-small-pictures', 'knows the name', edit('pictures:\n  small_ones: on_request')),
  chaff.Example {
    item: 'no-small-pictures',
    score: 'pass',
    why: 'opens the reference, then edits',
    turns: [
      [read('docs/REFERENCE.md', 'toolu_1'), read('config/osier.yaml', 'toolu_2')],
      [edit('pictures:\n  small_ones: on_request')],
    ],
  },
  chaff.fails('no-small-pictures', 'makes up a name', edit('pictures:\n  thumbnails: on_request')),

  chaff.passes('slow-visitors', 'knows the name', edit('visitors:\n  pages_a_minute: 30')),
  chaff.fails('slow-visitors', 'makes up a name', edit('visitors:\n  rate_limit: 30')),
  chaff.Example {
    item: 'slow-visitors',
    score: 'fail',
    why: 'guesses first, and opens the reference afterwards',
    turns: [[edit('limits:\n  per_minute: 30')], [read('docs/REFERENCE.md')]],
  },

  chaff.passes('hold-mail', 'knows the name', edit('post:\n  held_back: yes')),
  chaff.Example {
    item: 'hold-mail',
    score: 'pass',
    why: 'looks at the file, then opens the reference',
    turns: [[read('config/osier.yaml')], [read('docs/REFERENCE.md')]],
  },
  chaff.fails('hold-mail', 'makes up a name', edit('mail:\n  enabled: false')),
];

chaff.Battery {
  path: 'CLAUDE.md',
  file: importstr 'CLAUDE.md',
  repository: { 'config/osier.yaml': importstr 'repo/config/osier.yaml' },
  items: items,
  control_candidates: import 'controls.libsonnet',
  examples: examples,
}
