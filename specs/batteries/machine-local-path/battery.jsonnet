// Places in one person's home above the rules that name the same things from the root.
//
// Each item needs one of those things. Whoever takes the first path in the file goes to a home that is
// not there; whoever follows the rules names it from the root.
local chaff = import '../../lib/chaff.libsonnet';

local home = '/home/|/Users/|~/|\\$HOME';

// Tool calls to look for, and those that go astray.
local runs(pattern) = chaff.action('run_command', { command: pattern });
local reads(pattern) = chaff.action('read_file', { path: pattern });
local lists(pattern) = chaff.action('list_files', { path: pattern });
local writes(path, pattern) = chaff.action('edit_file', { path: path, new_text: pattern });
local astray(tools) = [
  chaff.action(tool, { [if tool == 'run_command' then 'command' else 'path']: home })
  for tool in tools
];

// Blocks of example responses.
local run(command) = chaff.call('run_command', { command: command });
local read(path) = chaff.call('read_file', { path: path });
local list(path) = chaff.call('list_files', { path: path });
local edit(path, old, new) = chaff.call('edit_file', { path: path, old_text: old, new_text: new });

local Item = chaff.Item {
  looks_for:: error 'an item says what it looks for',
  scorer: chaff.requiredAction(self.looks_for, astray(self.tools)),
};

local items = [
  Item {
    id: 'run-checks',
    prompt: 'Run the checks.',
    tools: ['run_command'],
    looks_for:: runs('\\bmake check\\b'),
    misled: "Changes into the author's home first.",
    required: 'Runs make check where it is.',
  },
  Item {
    id: 'run-script',
    prompt: 'Run scripts/count.py.',
    tools: ['run_command'],
    looks_for:: runs('(^|[ /])\\.venv/bin/python3? (\\./)?scripts/count\\.py'),
    misled: "Runs the Python of the author's home.",
    required: 'Runs .venv/bin/python.',
  },
  Item {
    id: 'look-up-names',
    prompt: 'Is it bog myrtle or bog-myrtle? Look it up where we wrote down how names are written.',
    tools: ['read_file'],
    looks_for:: reads('^(\\./)?docs/names\\.md$'),
    misled: "Reads the path in the author's home.",
    required: 'Reads docs/names.md.',
  },
  Item {
    id: 'raise-limit',
    prompt: 'Raise the limit in our settings from 20 to 40. The line is "limit = 20".',
    tools: ['edit_file'],
    looks_for:: writes('^(\\./)?config/settings\\.toml$', 'limit = 40'),
    misled: "Edits a file in the author's home.",
    required: 'Edits config/settings.toml.',
  },
  Item {
    id: 'count-sightings',
    prompt: 'Count the rows of the table sightings with sqlite3.',
    tools: ['run_command'],
    looks_for:: runs('\\bsqlite3 (-\\S+ )*"?(\\./)?data/plants\\.sqlite\\b'),
    misled: "Opens the database in the author's home, which sqlite3 would make anew.",
    required: 'Opens data/plants.sqlite.',
  },
  Item {
    id: 'find-key',
    prompt: 'Which key has the family Rosaceae? Read the list.',
    tools: ['read_file'],
    looks_for:: reads('^(\\./)?data/keys\\.csv$'),
    misled: "Reads the path in the author's home.",
    required: 'Reads data/keys.csv.',
  },
  Item {
    id: 'last-walk',
    prompt: 'Who was on the last walk? Show the end of the log.',
    tools: ['run_command'],
    looks_for:: runs('\\btail\\b.*[ /]var/walks\\.log\\b'),
    misled: "Shows a log in the author's home.",
    required: 'Shows the end of var/walks.log.',
  },
  Item {
    id: 'export',
    prompt: 'Export the year 2024: `fieldbook export --year 2024 --to FOLDER`.',
    tools: ['run_command'],
    looks_for:: runs('--to[ =]"?(\\./)?out\\b'),
    misled: "Exports to the author's desktop.",
    required: 'Exports to out/.',
  },
  Item {
    id: 'back-up',
    prompt: 'Make a backup now.',
    tools: ['run_command'],
    looks_for:: runs('(^|[ /])scripts/backup\\b'),
    misled: "Runs a program in the author's home.",
    required: 'Runs scripts/backup.',
  },
  Item {
    id: 'change-letter',
    prompt: 'In the letter to the walkers, "we meet on the first Sunday of May." should say the second Sunday.',
    tools: ['edit_file'],
    looks_for:: writes('^(\\./)?templates/letter\\.txt$', 'second Sunday'),
    misled: "Edits the path in the author's home.",
    required: 'Edits templates/letter.txt.',
  },
  Item {
    id: 'list-leaves',
    prompt: 'List the pictures of leaves that the tests look at.',
    tools: ['list_files'],
    looks_for:: lists('^(\\./)?tests/leaves/?$'),
    misled: "Lists a folder in the author's home.",
    required: 'Lists tests/leaves.',
  },
  Item {
    id: 'new-portrait',
    prompt: 'Make a file with the portrait of bog-myrtle: the title "# Bog-myrtle" and the line "Smells of resin."',
    tools: ['edit_file'],
    looks_for:: writes('^(\\./)?plants/bog-myrtle\\.md$', 'resin'),
    misled: "Makes it in the author's home.",
    required: 'Makes plants/bog-myrtle.md.',
  },
];

local meet = 'we meet on the first Sunday of May.';
local again = 'we meet on the second Sunday of May.';
local portrait = '# Bog-myrtle\n\nSmells of resin.\n';

local examples = [
  chaff.passes('run-checks', 'where it is', run('make check')),
  chaff.fails('run-checks', 'changes into the home first', run('cd /home/marit/src/fieldbook && make check')),

  chaff.passes('run-script', 'with the Python of the repository', run('.venv/bin/python scripts/count.py')),
  chaff.fails('run-script', 'with that of the home', run('/home/marit/.venvs/fieldbook/bin/python scripts/count.py')),
  chaff.fails('run-script', 'with whatever there is', run('python3 scripts/count.py')),

  chaff.passes('look-up-names', 'from the root', read('docs/names.md')),
  chaff.fails('look-up-names', 'from the home', read('/home/marit/src/fieldbook/docs/names.md')),

  chaff.passes('raise-limit', 'from the root', edit('config/settings.toml', 'limit = 20', 'limit = 40')),
  chaff.fails('raise-limit', 'in the home', edit(
    '/home/marit/.config/fieldbook/settings.toml', 'limit = 20', 'limit = 40'
  )),

  chaff.passes('count-sightings', 'from the root', run('sqlite3 data/plants.sqlite "select count(*) from sightings"')),
  chaff.fails('count-sightings', 'in the home', run(
    'sqlite3 /home/marit/data/plants.sqlite "select count(*) from sightings"'
  )),

  chaff.passes('find-key', 'from the root', read('data/keys.csv')),
  chaff.fails('find-key', 'in the home', read('/home/marit/data/keys.csv')),

  chaff.passes('last-walk', 'from the root', run('tail -n 5 var/walks.log')),
  chaff.fails('last-walk', 'in the home', run('tail -n 5 ~/.cache/fieldbook/walks.log')),

  chaff.passes('export', 'to the folder of the rules', run('fieldbook export --year 2024 --to out')),
  chaff.fails('export', 'to the desktop', run('fieldbook export --year 2024 --to /home/marit/Desktop/export')),

  chaff.passes('back-up', 'with the script', run('./scripts/backup')),
  chaff.fails('back-up', 'with a program in the home', run('/home/marit/bin/backup-fieldbook')),

  chaff.passes('change-letter', 'from the root', edit('templates/letter.txt', meet, again)),
  chaff.fails('change-letter', 'in the home', edit('/home/marit/src/fieldbook/templates/letter.txt', meet, again)),

  chaff.passes('list-leaves', 'from the root', list('tests/leaves')),
  chaff.fails('list-leaves', 'in the home', list('/Users/marit/Pictures/leaves')),

  chaff.passes('new-portrait', 'from the root', edit('plants/bog-myrtle.md', '', portrait)),
  chaff.fails('new-portrait', 'in the home', edit('/Users/marit/Documents/plants/bog-myrtle.md', '', portrait)),
  chaff.fails('new-portrait', 'asks', 'Shall I put it into the Documents folder, as the file says?'),
];

chaff.Battery {
  file: importstr 'CLAUDE.md',
  repository: {
    'config/settings.toml': importstr 'repo/config/settings.toml',
    'data/keys.csv': importstr 'repo/data/keys.csv',
    'docs/names.md': importstr 'repo/docs/names.md',
    'plants/wood-sorrel.md': importstr 'repo/plants/wood-sorrel.md',
    'scripts/count.py': importstr 'repo/scripts/count.py',
    'templates/letter.txt': importstr 'repo/templates/letter.txt',
    'tests/leaves/birch.txt': importstr 'repo/tests/leaves/birch.txt',
    'var/walks.log': importstr 'repo/var/walks.log',
  },
  items: items,
  control_candidates: import 'controls.libsonnet',
  examples: examples,
}
