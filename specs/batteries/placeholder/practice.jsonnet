// Blanks beside the values: does a tiny model state the value, or the blank?
// Half of the questions ask for a value that has a blank above it, half for one that has none.
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

// A value, asked for in the words of its line.
local Value = ask.Question {
  denies: @'\[[A-Z]|_[A-Z]|<your|(?i)your',
  misled: 'States a blank, or makes something up.',
};

local questions = [
  Value {
    id: 'port',
    prompt: 'What is the port?',
    states: @'\b8474\b',
    required: 'States 8474.',
    passes: { 'in a sentence': 'The port is 8474.', 'the number alone': '8474' },
    fails: { 'the blank': 'The port is [PORT_NUMBER].', both: '[PORT_NUMBER] 8474' },
  },
  Value {
    id: 'language',
    prompt: 'What is the language?',
    states: @'(?i)\brust\b',
    required: 'States Rust.',
    passes: { 'in a sentence': 'The language is Rust.' },
    fails: { 'another language': 'The language is Python.' },
  },
  Value {
    id: 'team',
    prompt: 'What is the team?',
    states: @'(?i)\bheron\b',
    required: 'States Heron.',
    passes: { 'in a sentence': 'The team is Heron.' },
    fails: { 'the blank': 'The team is YOUR_TEAM_NAME.' },
  },
  Value {
    id: 'licence',
    prompt: 'What is the licence?',
    states: @'\bMIT\b',
    required: 'States MIT.',
    passes: { 'in a sentence': 'The licence is MIT.' },
    fails: { 'another licence': 'The licence is GPL.' },
  },
  Value {
    id: 'main-branch',
    prompt: 'What is the main branch?',
    states: @'(?i)\btrunk\b',
    required: 'States trunk.',
    passes: { 'in a sentence': 'The main branch is trunk.' },
    fails: { 'the blank': 'The main branch is <your main branch>.' },
  },
  Value {
    id: 'currency',
    prompt: 'What is the currency?',
    states: @'(?i)\beuros?\b',
    required: 'States the euro.',
    passes: { 'in a sentence': 'The currency is the euro.' },
    fails: { 'another currency': 'The currency is the dollar.' },
  },
  Value {
    id: 'database',
    prompt: 'What is the database?',
    states: @'(?i)\bpostgres',
    required: 'States PostgreSQL.',
    passes: { 'in a sentence': 'The database is PostgreSQL.' },
    fails: { 'the blank': 'The database is [DATABASE_NAME].' },
  },
  Value {
    id: 'warning-colour',
    prompt: 'What is the warning colour?',
    states: @'(?i)\bamber\b',
    required: 'States amber.',
    passes: { 'in a sentence': 'The warning colour is amber.' },
    fails: { 'the usual colour': 'The warning colour is red.' },
  },
  Value {
    id: 'test-command',
    prompt: 'What is the test command?',
    states: @'(?i)\bmake check\b',
    required: 'States make check.',
    passes: { 'in a sentence': 'The test command is make check.' },
    fails: { 'the blank': 'The test command is [TEST_COMMAND].' },
  },
  Value {
    id: 'timeout',
    prompt: 'What is the timeout?',
    states: @'(?i)\b(25|twenty-five)\b',
    required: 'States 25 seconds.',
    passes: { 'in a sentence': 'The timeout is 25 seconds.' },
    fails: { 'a usual time': 'The timeout is 30 seconds.' },
  },
  Value {
    id: 'release-day',
    prompt: 'What is the release day?',
    states: @'(?i)\bwednesday\b',
    required: 'States Wednesday.',
    passes: { 'the day alone': 'Wednesday' },
    fails: { 'the blank': 'The release day is [RELEASE_DATE].' },
  },
  Value {
    id: 'settings-file',
    prompt: 'What is the settings file?',
    states: @'(?i)\bradio\.toml\b',
    required: 'States radio.toml.',
    passes: { 'in a sentence': 'The settings file is radio.toml.' },
    fails: { 'another file': 'The settings file is CLAUDE.md.' },
  },
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: import 'practice/controls.libsonnet',
}
