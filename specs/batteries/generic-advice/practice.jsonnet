// Advice between facts: does a tiny model state the facts better without it?
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

local advice = '(?i)best practices|clean|readable|maintainable|meaningful|gracefully';

// A fact, asked for in its own words.
local Fact = ask.Question {
  denies: advice,
  misled: 'Repeats the advice, or makes something up.',
};

local questions = [
  Fact {
    id: 'port',
    prompt: 'What is the port?',
    states: @'\b7300\b',
    required: 'States 7300.',
    passes: { 'in a sentence': 'The port is 7300.', 'the number alone': '7300' },
    fails: { 'a usual port': 'The port is 8080.', 'with the advice': 'The port is 7300. Write clean code.' },
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
    id: 'database',
    prompt: 'What is the database?',
    states: @'(?i)\bpostgres',
    required: 'States PostgreSQL.',
    passes: { 'in a sentence': 'The database is PostgreSQL.' },
    fails: { 'another database': 'The database is MySQL.' },
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
    id: 'release-day',
    prompt: 'What is the release day?',
    states: @'(?i)\bwednesday\b',
    required: 'States Wednesday.',
    passes: { 'the day alone': 'Wednesday' },
    fails: { 'another day': 'The release day is Friday.' },
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
    id: 'settings-file',
    prompt: 'What is the settings file?',
    states: @'(?i)\borchard\.toml\b',
    required: 'States orchard.toml.',
    passes: { 'in a sentence': 'The settings file is orchard.toml.' },
    fails: { 'another file': 'The settings file is CLAUDE.md.' },
  },
  Fact {
    id: 'test-command',
    prompt: 'What is the test command?',
    states: @'(?i)\bmake check\b',
    required: 'States make check.',
    passes: { 'in a sentence': 'The test command is make check.' },
    fails: { 'another command': 'The test command is pytest.' },
  },
  Fact {
    id: 'team',
    prompt: 'What is the team?',
    states: @'(?i)\bheron\b',
    required: 'States Heron.',
    passes: { 'in a sentence': 'The team is Heron.' },
    fails: { 'the project instead': 'The team is Orchard.' },
  },
  Fact {
    id: 'timeout',
    prompt: 'What is the timeout?',
    states: @'(?i)\b(25|twenty-five)\b',
    required: 'States 25 seconds.',
    passes: { 'in a sentence': 'The timeout is 25 seconds.' },
    fails: { 'a usual time': 'The timeout is 30 seconds.' },
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
    id: 'currency',
    prompt: 'What is the currency?',
    states: @'(?i)\beuros?\b',
    required: 'States the euro.',
    passes: { 'in a sentence': 'The currency is the euro.' },
    fails: { 'another currency': 'The currency is the dollar.' },
  },
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: import 'practice/controls.libsonnet',
}
