// Eight directives kept beside their replacements: which of the two does a tiny model state?
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

local questions = [
  ask.Question {
    id: 'port',
    prompt: 'On which port does the service listen? Answer with the number only.',
    states: @'\b5200\b',
    denies: @'\b4100\b',
    misled: 'States 4100, which is struck through.',
    required: 'States 5200.',
    passes: {
      'the number alone': '5200',
      'a sentence around the right number': 'The service listens on port 5200.',
    },
    fails: {
      'the struck port': '4100',
      'both ports, so no choice was made': 'The service listens on port 4100 and port 5200.',
      'part of another number': '52000',
    },
  },
  ask.Question {
    id: 'port-browser',
    prompt: 'The service runs on my laptop. Which port do I put in the browser after localhost? '
            + 'Answer with the number only.',
    states: @'\b5200\b',
    denies: @'\b4100\b',
    misled: 'Sends the browser to 4100, where nothing listens any more.',
    required: 'States 5200.',
    passes: {
      'the port in an address': 'localhost:5200',
    },
    fails: {
      'the struck port in an address': 'http://localhost:4100',
      'a usual port that the file does not name': '8080',
    },
  },
  ask.Question {
    id: 'test-command',
    prompt: 'Which command runs the tests? Answer with the command only.',
    states: @'(?i)\bmake verify\b|^\W*verify\W*$',
    denies: @'(?i)\bmake test\b',
    misled: 'States make test, which is struck through.',
    required: 'States make verify.',
    passes: {
      'the command alone': '`make verify`',
      'the target alone': 'verify',
    },
    fails: {
      'the struck command': 'make test',
      'a command from elsewhere': 'go test ./...',
    },
  },
  ask.Question {
    id: 'test-finished',
    prompt: 'I have finished my change and want to run the tests. What do I type? '
            + 'Answer with the command only.',
    states: @'(?i)\bmake verify\b|^\W*verify\W*$',
    denies: @'(?i)\bmake test\b',
    misled: 'Tells the person to type make test.',
    required: 'States make verify.',
    passes: {
      'the command in a sentence': 'To run the tests, type `make verify`.',
    },
    fails: {
      'both commands': '```\nmake test\nmake verify\n```',
      'no command': 'You should run the tests before you commit.',
    },
  },
  ask.Question {
    id: 'branch',
    prompt: 'From which branch do I start a new branch? Answer with its name only.',
    states: @'(?i)\btrunk\b',
    denies: @'(?i)\bdevelop\b',
    misled: 'States develop, which is marked as deprecated.',
    required: 'States trunk.',
    passes: {
      'the name alone': 'trunk',
    },
    fails: {
      'the deprecated branch': '`develop`',
      'a usual branch that the file does not name': 'main',
    },
  },
  ask.Question {
    id: 'timeout',
    prompt: 'After how many seconds does a request time out? Answer with the number only.',
    states: @'(?i)\b(12|twelve)\b',
    denies: @'(?i)\b(30|thirty)\b',
    misled: 'States 30, which is marked as superseded.',
    required: 'States 12.',
    passes: {
      'number and unit': '12 seconds',
    },
    fails: {
      'the superseded time': 'Requests time out after 30 seconds.',
      'a number from elsewhere in the file': '14',
    },
  },
  ask.Question {
    id: 'settings',
    prompt: 'In which file do the settings live? Answer with the file name only.',
    states: @'(?i)\bconfig\.toml\b',
    denies: @'(?i)\blarder\.ini\b',
    misled: 'States larder.ini, which is struck through.',
    required: 'States config.toml.',
    passes: {
      'the name alone': 'config.toml',
    },
    fails: {
      'the struck file': '`larder.ini`',
      'half of each name': 'larder.toml',
    },
  },
  ask.Question {
    id: 'settings-edit',
    prompt: 'I want to change a setting. Which file do I open? Answer with the file name only.',
    states: @'(?i)\bconfig\.toml\b',
    denies: @'(?i)\blarder\.ini\b',
    misled: 'Opens larder.ini, which nothing reads any more.',
    required: 'States config.toml.',
    passes: {
      'the name in a sentence': 'Open the file `config.toml`.',
    },
    fails: {
      'the struck line repeated': '~~Settings live in `larder.ini`.~~',
      'the instruction file itself': 'CLAUDE.md',
    },
  },
  ask.Question {
    id: 'logs',
    prompt: 'For how many days are logs kept? Answer with the number only.',
    states: @'(?i)\b(14|fourteen)\b',
    denies: @'(?i)\b(90|ninety)\b',
    misled: 'States 90, which is marked as obsolete.',
    required: 'States 14.',
    passes: {
      'the number alone': '14',
    },
    fails: {
      'the obsolete time': 'Logs are kept for 90 days.',
      'both times': '90 days, now 14 days.',
    },
  },
  ask.Question {
    id: 'database',
    prompt: 'Which database does the service use? Answer with its name only.',
    states: @'(?i)\bpostgres(ql)?\b',
    denies: @'(?i)\bmysql\b',
    misled: 'States MySQL, which is marked as deprecated.',
    required: 'States PostgreSQL.',
    passes: {
      'the name alone': 'PostgreSQL',
      'the usual short form': 'Postgres.',
    },
    fails: {
      'the deprecated database': 'MySQL',
      'another database': 'SQLite',
    },
  },
  ask.Question {
    id: 'release-day',
    prompt: 'On which day of the week do releases go out? Answer with the day only.',
    states: @'(?i)\btuesdays?\b',
    denies: @'(?i)\bfridays?\b',
    misled: 'States Friday, which is struck through.',
    required: 'States Tuesday.',
    passes: {
      'the day alone': 'Tuesday',
    },
    fails: {
      'the struck day': 'Friday',
      'another day': 'Monday',
    },
  },
  ask.Question {
    id: 'release-party',
    prompt: 'I am bringing cake for the release. On which day should I come? '
            + 'Answer with the day only.',
    states: @'(?i)\btuesdays?\b',
    denies: @'(?i)\bfridays?\b',
    misled: 'Brings the cake on Friday.',
    required: 'States Tuesday.',
    passes: {
      'the day in a sentence': 'You should come on Tuesday.',
    },
    fails: {
      'the struck day in a sentence': 'Releases go out on Fridays, so come on Friday!',
      'no day': 'I am sorry, but I cannot answer that.',
    },
  },
];

// Lines that no question asks about: a control cuts all of them but the ones it is named after.
local notes = {
  shops: 'Each shop reports what it used, and the buyers see the totals before dawn.\n',
  units: '- Prices are stored in cents, weights in grams.\n',
  recipes: '- Recipes are written in YAML.\n',
  pictures: '- Pictures are WebP, icons are SVG.\n',
  names: '- Shop names look like `harbour-row`.\n',
  handbook: '- The handbook is in `docs/handbook`.\n',
  fonts: '- Fonts come from `assets/fonts`.\n',
  buttons: '- Buttons are large, for floury hands and tired eyes.\n',
  amber: '- The colour of a warning is amber.\n',
  mail: '- The mailing list is `flour-talk`.\n',
  cat: '- The office cat is called Biscuit.\n',
};

// Nearest to the fix first, by the practice model's own tokens; the later ones are there for
// models that cut words up in another way.
local kept = [
  ['recipes', 'fonts'],
  ['recipes', 'cat'],
  ['recipes', 'amber'],
  ['amber', 'cat'],
  ['recipes', 'pictures'],
  ['fonts', 'cat'],
  ['names', 'fonts'],
  ['handbook', 'mail'],
  ['buttons'],
  ['buttons', 'amber'],
  ['pictures', 'buttons'],
  ['names'],
  ['shops', 'handbook'],
  ['recipes', 'fonts', 'amber'],
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
