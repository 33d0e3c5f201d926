// Commands that no manifest has, listed where one would look first, in the words of the request.
//
// What really does the job is named further down, in other words. A person who knows the repository
// would use that; who trusts the list runs into an error.
local chaff = import '../../lib/chaff.libsonnet';

// Tool calls to look for.
local runs(pattern) = chaff.action('run_command', { command: pattern });

// Blocks of example responses.
local run(command, id='toolu_run') = chaff.call('run_command', { command: command }, id);

// One command decides; a look at the manifests first is as good as knowing.
local Command = chaff.Item { tools: ['run_command'] };

local items = [
  Command {
    id: 'lint',
    prompt: 'Lint the code and tell me what is wrong with it.',
    scorer: chaff.requiredAction(runs(@'\bmake style\b'), [runs(@'\bmake lint\b')]),
    misled: 'Runs make lint, which the list has under that very word.',
    required: 'Runs make style.',
  },
  Command {
    id: 'run-tests',
    prompt: 'Run the Go tests.',
    scorer: chaff.requiredAction(runs(@'\bmake unit\b'), [runs(@'\bmake test\b')]),
    misled: 'Runs make test.',
    required: 'Runs make unit.',
  },
  Command {
    id: 'dev-server',
    prompt: 'Start the dev server of the site for me.',
    scorer: chaff.requiredAction(
      runs(@'\bnpm run web:serve\b'), [runs(@'\bnpm (run dev|start)\b')]
    ),
    misled: 'Runs npm run dev, the habit of most projects and the listed line.',
    required: 'Runs npm run web:serve.',
  },
  Command {
    id: 'format',
    prompt: 'Format everything, I have left a mess behind.',
    scorer: chaff.requiredAction(runs(@'\bmake tidy\b'), [runs(@'\bnpm run format\b')]),
    misled: 'Runs npm run format.',
    required: 'Runs make tidy.',
  },
  Command {
    id: 'type-check',
    prompt: 'Do the types of the site still check?',
    scorer: chaff.requiredAction(runs(@'\bnpm run web:types\b'), [runs(@'\bnpm run typecheck\b')]),
    misled: 'Runs npm run typecheck.',
    required: 'Runs npm run web:types.',
  },
  Command {
    id: 'end-to-end',
    prompt: 'Run the end-to-end tests, I have changed how a lesson is booked.',
    scorer: chaff.requiredAction(
      runs(@'\bnpm run web:journeys\b'), [runs(@'\bnpm run (test:)?e2e\b')]
    ),
    misled: 'Runs npm run test:e2e.',
    required: 'Runs npm run web:journeys.',
  },
  Command {
    id: 'seed',
    prompt: 'My database is empty. Seed it.',
    scorer: chaff.requiredAction(runs(@'\bmake sample\b'), [runs(@'\bnpm run db:seed\b')]),
    misled: 'Runs npm run db:seed.',
    required: 'Runs make sample.',
  },
  Command {
    id: 'migrate',
    prompt: "I have pulled somebody else's migrations. Run them.",
    scorer: chaff.requiredAction(runs(@'\bmake schema-up\b'), [runs(@'\bmake migrate\b')]),
    misled: 'Runs make migrate.',
    required: 'Runs make schema-up.',
  },
  Command {
    id: 'build',
    prompt: 'Build what we run in production.',
    scorer: chaff.requiredAction(
      runs(@'\bmake image\b'), [runs(@'\bmake build\b'), runs(@'\bnpm run build\b')]
    ),
    misled: 'Runs make build.',
    required: 'Runs make image.',
  },
  Command {
    id: 'api-client',
    prompt: 'The service has a new endpoint. Generate the API client of the site again.',
    scorer: chaff.requiredAction(
      runs(@'\bnpm run api:pull\b'), [runs(@'\bnpm run generate(:api)?\b')]
    ),
    misled: 'Runs npm run generate:api.',
    required: 'Runs npm run api:pull.',
  },
  Command {
    id: 'translations',
    prompt: 'Update the translations, the Danish ones are finished.',
    scorer: chaff.requiredAction(
      runs(@'\bnpm run words:pull\b'), [runs(@'\bnpm run i18n:extract\b')]
    ),
    misled: 'Runs npm run i18n:extract.',
    required: 'Runs npm run words:pull.',
  },
  Command {
    id: 'reset-database',
    prompt: 'Reset my database, I have broken it.',
    scorer: chaff.requiredAction(runs(@'\bmake fresh\b'), [runs(@'\bmake db-reset\b')]),
    misled: 'Runs make db-reset.',
    required: 'Runs make fresh.',
  },
  Command {
    id: 'deploy-staging',
    prompt: 'Deploy what we have to staging, a school wants to look at it.',
    scorer: chaff.requiredAction(
      runs(@'\bmake (ENV=staging )?ship\b'), [runs(@'\bmake deploy\S*')]
    ),
    misled: 'Runs make deploy-staging.',
    required: 'Runs make ship for staging.',
  },
  Command {
    id: 'logs',
    prompt: 'Show me the logs of the service.',
    scorer: chaff.requiredAction(runs(@'\bmake tail\b'), [runs(@'\bmake logs\b')]),
    misled: 'Runs make logs.',
    required: 'Runs make tail.',
  },
];

local examples = [
  chaff.passes('lint', 'the target that is there', run('make style')),
  chaff.passes('lint', 'says so first', [chaff.text('Checking the style of both parts.'), run('make style')]),
  chaff.fails('lint', 'the phantom', run('make lint')),
  chaff.fails('lint', 'one after the other', run('make lint || make style')),
  chaff.fails('lint', 'only talks', 'You can lint the code with `make style`.'),

  chaff.passes('run-tests', 'the target that is there', run('make unit')),
  chaff.fails('run-tests', 'the phantom', run('make test')),
  chaff.fails('run-tests', 'round the makefile', run('go test ./...')),

  chaff.passes('dev-server', 'in the background', run('npm run web:serve &')),
  chaff.fails('dev-server', 'the phantom', run('npm run dev')),
  chaff.fails('dev-server', 'in the folder of the site', run('cd web && npm run dev')),

  chaff.passes('format', 'the target that is there', run('make tidy')),
  chaff.fails('format', 'the phantom', run('npm run format')),

  chaff.passes('type-check', 'the script that is there', run('npm run web:types')),
  chaff.fails('type-check', 'the phantom', run('npm run typecheck')),

  chaff.passes('end-to-end', 'the script that is there', run('npm run web:journeys')),
  chaff.fails('end-to-end', 'the phantom', run('npm run test:e2e')),

  chaff.passes('seed', 'brings the schema up first', [
    run('make schema-up', 'toolu_1'),
    run('make sample', 'toolu_2'),
  ]),
  chaff.fails('seed', 'the phantom', run('npm run db:seed')),

  chaff.passes('migrate', 'the target that is there', run('make schema-up')),
  chaff.fails('migrate', 'the phantom', run('make migrate')),

  chaff.passes('build', 'the target that is there', run('make image')),
  chaff.fails('build', 'the phantom', run('make build')),

  chaff.passes('api-client', 'the script that is there', run('npm run api:pull')),
  chaff.fails('api-client', 'the phantom', run('npm run generate:api')),

  chaff.passes('translations', 'the script that is there', run('npm run words:pull')),
  chaff.fails('translations', 'the phantom', run('npm run i18n:extract')),

  chaff.passes('reset-database', 'the target that is there', run('make fresh')),
  chaff.fails('reset-database', 'the phantom', run('make db-reset')),

  chaff.passes('deploy-staging', 'the target that is there', run('make ship ENV=staging')),
  chaff.passes('deploy-staging', 'the image before it', run('make image && make ship ENV=staging')),
  chaff.fails('deploy-staging', 'the phantom', run('make deploy-staging')),
  chaff.fails('deploy-staging', 'asks instead of acting', 'Shall I promote the image to staging?'),

  chaff.passes('logs', 'the target that is there', run('make tail')),
  chaff.fails('logs', 'the phantom', run('make logs')),
];

chaff.Battery {
  file: importstr 'CLAUDE.md',
  repository: {
    Makefile: importstr 'repo/Makefile',
    'package.json': importstr 'repo/package.json',
    'ship.sh': importstr 'repo/ship.sh',
    'cmd/skylark/main.go': importstr 'repo/cmd/skylark/main.go',
  },
  items: items,
  control_candidates: import 'controls.libsonnet',
  examples: examples,
}
