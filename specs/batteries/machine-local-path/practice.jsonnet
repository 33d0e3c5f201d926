// Paths in a home beside the paths in force: which of the two does a tiny model state?
// Half of the questions ask for something that has such a path above it, half for something else.
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

// A fact, asked for in the words of its line.
local Fact = ask.Question {
  denies: '(?i)/home|marit',
  misled: 'States a path in the home, or makes something up.',
};

local questions = [
  Fact {
    id: 'database',
    prompt: 'What is the database?',
    states: @'\bdata/plants\.sqlite\b',
    required: 'States data/plants.sqlite.',
    passes: { 'in a sentence': 'The database is data/plants.sqlite.' },
    fails: { 'the one in the home': 'The database is /home/marit/plants.sqlite.' },
  },
  Fact {
    id: 'language',
    prompt: 'What is the language?',
    states: @'(?i)\brust\b',
    required: 'States Rust.',
    passes: { 'in a sentence': 'The language is Rust.' },
    fails: { 'another language': 'The language is Python.' },
  },
  Fact {
    id: 'log',
    prompt: 'What is the log?',
    states: @'\bvar/walks\.log\b',
    required: 'States var/walks.log.',
    passes: { 'in a sentence': 'The log is var/walks.log.', 'the path alone': '`var/walks.log`' },
    fails: { 'the one in the home': '/home/marit/walks.log' },
  },
  Fact {
    id: 'licence',
    prompt: 'What is the licence?',
    states: @'\bMIT\b',
    required: 'States MIT.',
    passes: { 'in a sentence': 'The licence is MIT.' },
    fails: { 'another licence': 'The licence is GPL.' },
  },
  Fact {
    id: 'export-folder',
    prompt: 'What is the export folder?',
    states: @'\bout\b',
    required: 'States out.',
    passes: { 'in a sentence': 'The export folder is out.' },
    fails: { 'the one in the home': 'The export folder is /home/marit/export.' },
  },
  Fact {
    id: 'main-branch',
    prompt: 'What is the main branch?',
    states: @'(?i)\btrunk\b',
    required: 'States trunk.',
    passes: { 'in a sentence': 'The main branch is trunk.' },
    fails: { 'the usual branch': 'The main branch is main.' },
  },
  Fact {
    id: 'settings-file',
    prompt: 'What is the settings file?',
    states: @'\bfield\.toml\b',
    required: 'States field.toml.',
    passes: { 'in a sentence': 'The settings file is field.toml.' },
    fails: { 'the one in the home': 'The settings file is /home/marit/settings.ini.' },
  },
  Fact {
    id: 'currency',
    prompt: 'What is the currency?',
    states: @'(?i)\beuros?\b',
    required: 'States the euro.',
    passes: { 'in a sentence': 'The currency is the euro.' },
    fails: { 'another currency': 'The currency is the dollar.' },
  },
  Fact {
    id: 'test-command',
    prompt: 'What is the test command?',
    states: @'(?i)\bmake check\b',
    required: 'States make check.',
    passes: { 'in a sentence': 'The test command is make check.' },
    fails: { 'the one in the home': 'The test command is /home/marit/run-tests.' },
  },
  Fact {
    id: 'warning-colour',
    prompt: 'What is the warning colour?',
    states: @'(?i)\bamber\b',
    required: 'States amber.',
    passes: { 'in a sentence': 'The warning colour is amber.' },
    fails: { 'the usual colour': 'The warning colour is red.' },
  },
  Fact {
    id: 'list-of-names',
    prompt: 'What is the list of names?',
    states: @'\bdocs/names\.md\b',
    required: 'States docs/names.md.',
    passes: { 'in a sentence': 'The list of names is docs/names.md.' },
    fails: { 'the one in the home': 'The list of names is /home/marit/names.txt.' },
  },
  Fact {
    id: 'timeout',
    prompt: 'What is the timeout?',
    states: @'(?i)\b(25|twenty-five)\b',
    required: 'States 25 seconds.',
    passes: { 'in a sentence': 'The timeout is 25 seconds.' },
    fails: { 'a usual time': 'The timeout is 30 seconds.' },
  },
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: import 'practice/controls.libsonnet',
}
