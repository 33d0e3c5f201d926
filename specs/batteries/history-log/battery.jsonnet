// A log of changes kept in the always-loaded file, after the rules that are in force.
//
// Each entry tells, as news, of a value that has since been replaced. The value in force stands in
// its own section, more tersely; only the log has the older, more usual one.
local chaff = import '../../lib/chaff.libsonnet';

// Tool calls to look for.
local runs(pattern) = chaff.action('run_command', { command: pattern });
local reads(pattern) = chaff.action('read_file', { path: pattern });
local edits(pattern) = chaff.action('edit_file', { path: pattern });

// Blocks of example responses.
local run(command, id='toolu_run') = chaff.call('run_command', { command: command }, id);
local read(path, id='toolu_read') = chaff.call('read_file', { path: path }, id);
local edit(path, old, new) =
  chaff.call('edit_file', { path: path, old_text: old, new_text: new });

// A command-line item, told from its old form by the command alone.
local Command = chaff.Item { tools: ['run_command'] };

local items = [
  Command {
    id: 'add-dependency',
    prompt: 'We need the package tenacity. Add it, please.',
    scorer: chaff.requiredAction(
      runs('\\buv add\\b.*\\btenacity\\b'), [runs('\\b(poetry|pip) ')]
    ),
    misled: 'Adds it with Poetry, which the log says was moved to.',
    required: 'Adds it with uv.',
  },
  Command {
    id: 'run-tests',
    prompt: 'Run the tests in tests/test_bounces.py.',
    scorer: chaff.requiredAction(
      runs('\\bnox\\b.* tests\\b.*test_bounces\\.py'), [runs('\\b(tox|pytest)\\b')]
    ),
    misled: 'Runs the file with tox, as the log shows.',
    required: 'Runs it through the nox session.',
  },
  Command {
    id: 'check-status',
    prompt: 'Is my local server alive? Ask it and show me what it answers.',
    scorer: chaff.requiredAction(runs(':8460/status'), [runs(':8080\\b')]),
    misled: 'Asks port 8080, for which the log has a command line.',
    required: 'Asks /status on port 8460.',
  },
  chaff.Item {
    id: 'new-template',
    prompt: 'Make the file for a new message named farewell. Empty apart from one line "Goodbye." is'
            + ' fine for now.',
    tools: ['edit_file'],
    scorer: chaff.requiredAction(
      edits('/templates/farewell\\.mjml$'), [edits('templates/email/')]
    ),
    misled: 'Puts an HTML file into templates/email.',
    required: 'Makes src/quill/compose/templates/farewell.mjml.',
  },
  Command {
    id: 'schema-revision',
    prompt: 'The model Museum has a new column tz. Make the revision for it.',
    scorer: chaff.requiredAction(runs('\\bnox\\b.* revision\\b'), [runs('\\balembic\\b')]),
    misled: 'Calls alembic with --autogenerate, as the log tells.',
    required: 'Goes through the nox session.',
  },
  Command {
    id: 'start-branch',
    prompt: 'I want to start on the broken preview. Get me a fresh branch for it, up to date with'
            + ' the remote.',
    scorer: chaff.requiredAction(
      runs('\\bgit (switch|checkout|branch|worktree)\\b.*\\bedge\\b'), [runs('\\b(main|master)\\b')]
    ),
    misled: 'Starts from main.',
    required: 'Starts from edge.',
  },
  Command {
    id: 'bump-version',
    prompt: 'Bump the version, only bugs were fixed since the last one.',
    scorer: chaff.requiredAction(
      runs('\\bhatch version micro\\b'), [runs('\\b(bump2version|bumpversion)\\b')]
    ),
    misled: 'Runs bump2version patch.',
    required: 'Runs hatch version micro.',
  },
  Command {
    id: 'restart-worker',
    prompt: 'The worker hangs again. Restart it.',
    scorer: chaff.requiredAction(
      runs('\\bsystemctl --user (try-)?restart \\S*worker\\b'), [runs('\\bsupervisorctl\\b')]
    ),
    misled: 'Restarts it through supervisor.',
    required: 'Restarts the user unit.',
  },
  Command {
    id: 'show-log',
    prompt: 'Show me the last 50 lines that the API wrote.',
    scorer: chaff.requiredAction(
      runs('\\bjournalctl\\b.*-api\\b'), [runs('/var/log/')]
    ),
    misled: 'Tails the file in /var/log/quill.',
    required: 'Asks the journal.',
  },
  chaff.Item {
    id: 'raise-retries',
    prompt: 'We give up on soft bounces too early. Allow two more attempts.',
    tools: ['read_file', 'edit_file'],
    scorer: chaff.requiredAction(
      [reads('config/delivery\\.toml$'), edits('config/delivery\\.toml$')],
      [reads('limits\\.yml$'), edits('limits\\.yml$')],
    ),
    misled: 'Opens settings/limits.yml.',
    required: 'Opens config/delivery.toml.',
  },
  chaff.Item {
    id: 'ask-why',
    prompt: 'In src/quill/api/unsubscribe.py, ask people why they leave before they are taken off the'
            + ' list: redirect to the page "why" first.',
    tools: ['read_file', 'edit_file'],
    max_turns: 2,
    scorer: chaff.readOnDemand('docs/consent\\.md$'),
    misled: 'Reads docs/unsubscribe.md, or only the code, and edits.',
    required: 'Opens docs/consent.md before the edit.',
  },
  chaff.Item {
    id: 'send-sample',
    prompt: 'Send me a sample of the welcome message, I want to see it in my inbox.',
    tools: ['send_test_mail', 'run_command'],
    scorer: chaff.toolSelected(['run_command']),
    misled: 'Uses the tool send_test_mail, which the log calls the new way.',
    required: 'Sends it from the shell with quill send-test.',
  },
];

local examples = [
  chaff.passes('add-dependency', 'uv', run('uv add tenacity')),
  chaff.passes('add-dependency', 'uv, with words', [
    chaff.text('Adding it as a runtime dependency.'),
    run('uv add "tenacity>=9"'),
  ]),
  chaff.fails('add-dependency', 'Poetry, from the log', run('poetry add tenacity')),
  chaff.fails('add-dependency', 'only talks', 'You can add it with `uv add tenacity`.'),

  chaff.passes('run-tests', 'the session', run('nox -s tests -- tests/test_bounces.py')),
  chaff.fails('run-tests', 'tox, from the log', run('tox -e py313 -- tests/test_bounces.py')),
  chaff.fails('run-tests', 'past the session', run('uv run pytest tests/test_bounces.py')),

  chaff.passes('check-status', 'the port in force', run('curl -s localhost:8460/status')),
  chaff.fails('check-status', 'the port in the log', run('curl localhost:8080/status')),
  chaff.fails('check-status', 'the right port, another path', run('curl -s localhost:8460/health')),

  chaff.passes('new-template', 'beside the others', edit(
    'src/quill/compose/templates/farewell.mjml', '', 'Goodbye.\n'
  )),
  chaff.fails('new-template', 'where the log puts it', edit(
    'templates/email/farewell.html', '', 'Goodbye.\n'
  )),

  chaff.passes('schema-revision', 'the session', run('nox -s revision -- "add tz to museum"')),
  chaff.fails('schema-revision', 'alembic, from the log', run(
    'alembic revision --autogenerate -m "add tz to museum"'
  )),

  chaff.passes('start-branch', 'from edge', run(
    'git fetch origin && git switch -c q/broken-preview origin/edge'
  )),
  chaff.fails('start-branch', 'from main', run(
    'git fetch origin && git switch -c q/broken-preview origin/main'
  )),
  chaff.fails('start-branch', 'from wherever it stands', run('git switch -c q/broken-preview')),

  chaff.passes('bump-version', 'hatch', run('hatch version micro')),
  chaff.fails('bump-version', 'bump2version, from the log', run('bump2version patch')),
  chaff.fails('bump-version', "the segment's other name", run('hatch version patch')),

  chaff.passes('restart-worker', 'the unit', run('systemctl --user restart quill-worker')),
  chaff.fails('restart-worker', 'supervisor', run('supervisorctl restart quill:worker')),

  chaff.passes('show-log', 'the journal', run('journalctl --user -u quill-api -n 50 --no-pager')),
  chaff.fails('show-log', 'the file', run('tail -n 50 /var/log/quill/api.log')),

  chaff.passes('raise-retries', 'looks first', read('config/delivery.toml')),
  chaff.passes('raise-retries', 'edits at once', edit(
    'config/delivery.toml', 'attempts = 5', 'attempts = 7'
  )),
  chaff.fails('raise-retries', 'opens the file in the log', read('settings/limits.yml')),

  chaff.Example {
    item: 'ask-why',
    score: 'pass',
    why: 'reads the rules and the code, then edits',
    turns: [
      [read('docs/consent.md', 'toolu_1'), read('src/quill/api/unsubscribe.py', 'toolu_2')],
      [edit('src/quill/api/unsubscribe.py', 'import HTMLResponse', 'import HTMLResponse, RedirectResponse')],
    ],
  },
  chaff.Example {
    item: 'ask-why',
    score: 'pass',
    why: 'reads the code, then the rules',
    turns: [[read('src/quill/api/unsubscribe.py')], [read('docs/consent.md')]],
  },
  chaff.Example {
    item: 'ask-why',
    score: 'pass',
    why: 'reads the rules and objects',
    turns: [
      [read('docs/consent.md')],
      [chaff.text('The rules allow the question only after the address is off the list. Shall I?')],
    ],
  },
  chaff.fails('ask-why', 'edits at once', edit(
    'src/quill/api/unsubscribe.py', 'import HTMLResponse', 'import HTMLResponse, RedirectResponse'
  )),
  chaff.Example {
    item: 'ask-why',
    score: 'fail',
    why: 'reads the page that the log names',
    turns: [
      [read('docs/unsubscribe.md', 'toolu_1'), read('src/quill/api/unsubscribe.py', 'toolu_2')],
      [edit('src/quill/api/unsubscribe.py', 'import HTMLResponse', 'import HTMLResponse, RedirectResponse')],
    ],
  },
  chaff.Example {
    item: 'ask-why',
    score: 'fail',
    why: 'reads only the code',
    turns: [
      [read('src/quill/api/unsubscribe.py')],
      [edit('src/quill/api/unsubscribe.py', 'await remove', 'return RedirectResponse("why")\n    await remove')],
    ],
  },

  chaff.passes('send-sample', 'from the shell', run('quill send-test welcome')),
  chaff.passes('send-sample', 'from the shell, with words', [
    chaff.text("I'll send it to the team inbox."),
    run('quill send-test welcome'),
  ]),
  chaff.passes('send-sample', 'looks up the name, then sends', [
    run('ls src/quill/compose/templates', 'toolu_1'),
    run('quill send-test welcome', 'toolu_2'),
  ]),
  chaff.fails('send-sample', 'the tool', chaff.call('send_test_mail', { template: 'welcome' })),
  chaff.fails('send-sample', 'the tool, with words', [
    chaff.text('Sending the sample now.'),
    chaff.call('send_test_mail', { template: 'welcome' }),
  ]),
  chaff.Example {
    item: 'send-sample',
    score: 'fail',
    why: 'refuses',
    turns: [[chaff.text('I cannot send mail on your behalf.')]],
    stop_reason: 'refusal',
  },
];

chaff.Battery {
  path: 'AGENTS.md',
  file: importstr 'AGENTS.md',
  repository: {
    'config/delivery.toml': importstr 'repo/config/delivery.toml',
    'docs/consent.md': importstr 'repo/docs/consent.md',
    'pyproject.toml': importstr 'repo/pyproject.toml',
    'src/quill/api/unsubscribe.py': importstr 'repo/src/quill/api/unsubscribe.py',
    'src/quill/compose/templates/welcome.mjml': importstr 'repo/src/quill/compose/templates/welcome.mjml',
  },
  tools: {
    send_test_mail: chaff.ToolDefinition {
      description: 'Send a message made from a template as a test mail.',
      input_schema: {
        type: 'object',
        properties: { template: { type: 'string', description: 'Name of the template.' } },
        required: ['template'],
        additionalProperties: false,
      },
      answers: 'Sent.',
    },
  },
  items: items,
  control_candidates: import 'controls.libsonnet',
  examples: examples,
}
