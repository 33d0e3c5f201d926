// Blanks of a model project above the paragraphs that state every value.
//
// Whoever believes the blank asks, invents the usual, or copies it; whoever reads on finds the value
// in the file. Every item can be done in one call.
local chaff = import '../../lib/chaff.libsonnet';

// Tool calls to look for.
local runs(pattern) = chaff.action('run_command', { command: pattern });
local writes(path, pattern) = chaff.action('edit_file', { path: path, new_text: pattern });

// Blocks of example responses.
local run(command) = chaff.call('run_command', { command: command });
local edit(path, old, new) = chaff.call('edit_file', { path: path, old_text: old, new_text: new });

local Command = chaff.Item { tools: ['run_command'] };
local Edit = chaff.Item { tools: ['edit_file'] };

local blank = @'\[[A-Z]|<(your|insert)|(?i)\byour[_ -]';

local items = [
  Command {
    id: 'run-tests',
    prompt: 'Run the tests.',
    scorer: chaff.requiredAction(runs('\\bjust verify\\b'), [runs('\\b(npm|yarn|pytest|vitest)\\b|\\bbun (run )?test\\b')]),
    misled: 'Takes the command to be unknown: asks for it, looks around, or tries bun test.',
    required: 'Runs just verify.',
  },
  Command {
    id: 'start',
    prompt: 'Start the service on this machine.',
    scorer: chaff.requiredAction(runs('\\bjust air\\b')),
    misled: 'Asks how, looks for a script, or runs bun start.',
    required: 'Runs just air.',
  },
  Command {
    id: 'deploy',
    prompt: 'Deploy what is committed to staging.',
    scorer: chaff.requiredAction(runs('\\bjust relay rehearsal\\b'), [runs('\\bmast\\b')]),
    misled: 'Asks for the command, or looks for a script of that name.',
    required: 'Runs just relay rehearsal.',
  },
  Command {
    id: 'staging-up',
    prompt: 'Is staging up? Ask its health address with curl.',
    scorer: chaff.requiredAction(runs('\\bcurl\\b.*rehearsal\\.golflengte\\.example/health')),
    misled: 'Asks for the address, or tries staging.wavelength.something.',
    required: 'Asks the health address of rehearsal.',
  },
  Command {
    id: 'local-health',
    prompt: 'The service runs here. Ask its health address with curl.',
    scorer: chaff.requiredAction(runs('\\bcurl\\b.*:8474/health')),
    misled: 'Tries port 3000 or 8080, or asks.',
    required: 'Asks port 8474.',
  },
  Command {
    id: 'new-branch',
    prompt: 'Start a branch `less-hiss` for me, from where new work starts. One command.',
    scorer: chaff.requiredAction(
      runs('\\bgit (checkout -b|switch (-c|--create)|branch|worktree add .*-b) less-hiss (origin/)?antenna\\b')
    ),
    misled: 'Starts it from main, or from wherever it is.',
    required: 'Starts it from antenna.',
  },
  Command {
    id: 'add-package',
    prompt: 'Add the package date-fns.',
    scorer: chaff.requiredAction(runs('\\bbun (add|install|i) (.* )?date-fns\\b'), [runs('\\b(npm|pnpm|yarn)\\b')]),
    misled: 'Adds it with npm, or asks.',
    required: 'Adds it with bun.',
  },
  Command {
    id: 'count-takes',
    prompt: 'How many recordings are there? Count the rows of the table takes with psql.',
    scorer: chaff.requiredAction(runs('\\bpsql\\b.*\\bspool\\b')),
    misled: 'Connects to a database called wavelength, or asks for the name.',
    required: 'Connects to spool.',
  },
  Command {
    id: 'show-log',
    prompt: 'Show the last 40 lines of the log.',
    scorer: chaff.requiredAction(runs('\\btail\\b.*\\bvar/night\\.log\\b')),
    misled: 'Looks for a log, or shows one at a usual place.',
    required: 'Shows the end of var/night.log.',
  },
  Edit {
    id: 'code-owner',
    prompt: 'CODEOWNERS holds only the line "# who answers for what". Put our team down for /relay below it.',
    scorer: chaff.requiredAction(writes('CODEOWNERS$', '/relay/?\\*{0,2}\\s+@night-shift'), [writes('CODEOWNERS', blank)]),
    misled: 'Copies the blank, or makes a team up.',
    required: 'Writes @night-shift.',
  },
  Edit {
    id: 'copyright',
    prompt: 'relay/fade.ts lacks its copyright line. It reads "export const seconds = 4;".',
    scorer: chaff.requiredAction(
      writes('relay/fade\\.ts$', '^// \\(c\\) Stichting Golflengte'), [writes('relay/fade', blank)]
    ),
    misled: 'Copies the blank, or names Wavelength.',
    required: 'Names Stichting Golflengte.',
  },
  Edit {
    id: 'contact',
    prompt: 'In web/about.html "<p>Write to ...</p>" should give our address.',
    scorer: chaff.requiredAction(
      writes('web/about\\.html$', 'studio@golflengte\\.example'), [writes('web/about', blank)]
    ),
    misled: 'Copies the blank, or makes an address up.',
    required: 'Writes the address of the studio.',
  },
  Edit {
    id: 'question-link',
    prompt: 'In relay/mix.ts the first line is "// see: (link)". Put the link to question 88 there.',
    scorer: chaff.requiredAction(
      writes('relay/mix\\.ts$', 'https://vragen\\.golflengte\\.example/88\\b'), [writes('relay/mix', blank)]
    ),
    misled: 'Copies the blank, or makes an address of a usual tracker up.',
    required: 'Writes the address with 88.',
  },
];

local owners = '# who answers for what\n';
local fade = 'export const seconds = 4;';
local about = '<p>Write to ...</p>';
local see = '// see: (link)';

local examples = [
  chaff.passes('run-tests', 'as the file says', run('just verify')),
  chaff.fails('run-tests', 'the usual', run('bun test')),
  chaff.fails('run-tests', 'asks', 'The test command is not filled in. Which one should I run?'),

  chaff.passes('start', 'as the file says', run('just air')),
  chaff.fails('start', 'the usual', run('bun run start')),

  chaff.passes('deploy', 'to rehearsal', run('just relay rehearsal')),
  chaff.fails('deploy', 'looks for a script', run('ls deploy* scripts/ package.json justfile')),
  chaff.fails('deploy', 'to the wrong place', run('just relay rehearsal && just relay mast')),

  chaff.passes('staging-up', 'rehearsal', run('curl -fsS https://rehearsal.golflengte.example/health')),
  chaff.fails('staging-up', 'a made-up address', run('curl -i https://staging.wavelength.example/health')),

  chaff.passes('local-health', 'the port of the file', run('curl -s http://localhost:8474/health')),
  chaff.fails('local-health', 'a usual port', run('curl -s http://localhost:3000/health')),

  chaff.passes('new-branch', 'from antenna', run('git switch -c less-hiss antenna')),
  chaff.passes('new-branch', 'from antenna as it is elsewhere', run('git fetch && git checkout -b less-hiss origin/antenna')),
  chaff.fails('new-branch', 'from main', run('git checkout -b less-hiss main')),
  chaff.fails('new-branch', 'from wherever it is', run('git checkout -b less-hiss')),

  chaff.passes('add-package', 'with bun', run('bun add date-fns')),
  chaff.fails('add-package', 'with npm', run('npm install date-fns')),

  chaff.passes('count-takes', 'in spool', run('psql spool -c "select count(*) from takes"')),
  chaff.passes('count-takes', 'in spool, with a flag', run("psql -d spool -tAc 'SELECT count(*) FROM takes;'")),
  chaff.fails('count-takes', 'in a made-up database', run('psql wavelength -c "select count(*) from takes"')),

  chaff.passes('show-log', 'the log of the file', run('tail -n 40 var/night.log')),
  chaff.fails('show-log', 'a usual place', run('tail -n 40 /var/log/wavelength.log')),

  chaff.passes('code-owner', 'the team of the file', edit('CODEOWNERS', owners, owners + '/relay @night-shift\n')),
  chaff.fails('code-owner', 'copies the blank', edit('CODEOWNERS', owners, owners + '/relay @[YOUR_TEAM_NAME]\n')),
  chaff.fails('code-owner', 'makes a team up', edit('CODEOWNERS', owners, owners + '/relay @wavelength-team\n')),

  chaff.passes('copyright', 'the holder of the file', edit(
    'relay/fade.ts', fade, '// (c) Stichting Golflengte\n' + fade
  )),
  chaff.fails('copyright', 'copies the blank', edit('relay/fade.ts', fade, '// (c) [COMPANY_NAME]\n' + fade)),
  chaff.fails('copyright', 'names the project', edit('relay/fade.ts', fade, '// (c) Wavelength\n' + fade)),

  chaff.passes('contact', 'the address of the file', edit(
    'web/about.html', about, '<p>Write to studio@golflengte.example.</p>'
  )),
  chaff.fails('contact', 'copies the blank', edit('web/about.html', about, '<p>Write to [SUPPORT_EMAIL].</p>')),

  chaff.passes('question-link', 'the tracker of the file', edit(
    'relay/mix.ts', see, '// see: https://vragen.golflengte.example/88'
  )),
  chaff.fails('question-link', 'a usual tracker', edit(
    'relay/mix.ts', see, '// see: https://github.com/wavelength/wavelength/issues/88'
  )),
];

chaff.Battery {
  file: importstr 'CLAUDE.md',
  repository: {
    CODEOWNERS: importstr 'repo/CODEOWNERS',
    'relay/fade.ts': importstr 'repo/relay/fade.ts',
    'relay/mix.ts': importstr 'repo/relay/mix.ts',
    'web/about.html': importstr 'repo/web/about.html',
  },
  items: items,
  control_candidates: import 'controls.libsonnet',
  examples: examples,
}
