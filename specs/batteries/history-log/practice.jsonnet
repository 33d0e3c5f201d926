// Dated entries name what was given up: does a tiny model state that, or what is in force?
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

local questions = [
  ask.Question {
    id: 'port',
    prompt: 'On which port does the service listen? Answer with the number only.',
    states: @'\b6400\b',
    denies: @'\b3900\b',
    misled: 'States 3900, which stands only in the log.',
    required: 'States 6400.',
    passes: {
      'the number alone': '6400',
      'a sentence around the right number': 'The service listens on port 6400.',
    },
    fails: {
      'the port from the log': '3900',
      'both ports, so no choice was made': 'It moved from port 3900 to port 6400.',
      'part of a date from the log': '2025',
    },
  },
  ask.Question {
    id: 'port-browser',
    prompt: 'The service runs on my laptop. Which port do I put in the browser after localhost? '
            + 'Answer with the number only.',
    states: @'\b6400\b',
    denies: @'\b3900\b',
    misled: 'Sends the browser to 3900, where nothing listens any more.',
    required: 'States 6400.',
    passes: {
      'the port in an address': 'localhost:6400',
    },
    fails: {
      'the old port in an address': 'http://localhost:3900',
      'a usual port that the file does not name': '8080',
    },
  },
  ask.Question {
    id: 'start-command',
    prompt: 'Which command starts the service? Answer with the command only.',
    states: @'(?i)\bmake serve\b|^\W*serve\W*$',
    denies: @'(?i)\bmake up\b',
    misled: 'States make up, which was given up.',
    required: 'States make serve.',
    passes: {
      'the command alone': '`make serve`',
    },
    fails: {
      'the command from the log': 'make up',
      'a command from elsewhere': 'npm start',
    },
  },
  ask.Question {
    id: 'start-laptop',
    prompt: 'I want to start the service on my laptop. What do I type? '
            + 'Answer with the command only.',
    states: @'(?i)\bmake serve\b|^\W*serve\W*$',
    denies: @'(?i)\bmake up\b',
    misled: 'Tells the person to type make up.',
    required: 'States make serve.',
    passes: {
      'the command in a sentence': 'Type `make serve` to start it.',
    },
    fails: {
      'both commands': '`make up` or `make serve`',
      'no command': 'Gannet is a service for ferry timetables.',
    },
  },
  ask.Question {
    id: 'timeout',
    prompt: 'After how many seconds does a request time out? Answer with the number only.',
    states: @'(?i)\b(20|twenty)\b',
    denies: @'(?i)\b(45|forty-five)\b',
    misled: 'States 45, which was cut.',
    required: 'States 20.',
    passes: {
      'number and unit': '20 seconds',
    },
    fails: {
      'the time from the log': 'The request timeout is 45 seconds.',
      'a number from elsewhere in the file': '60',
    },
  },
  ask.Question {
    id: 'settings',
    prompt: 'In which file do the settings live? Answer with the file name only.',
    states: @'(?i)\bgannet\.toml\b',
    denies: @'(?i)\bconfig\.ini\b',
    misled: 'States config.ini, which is no longer read.',
    required: 'States gannet.toml.',
    passes: {
      'the name alone': 'gannet.toml',
    },
    fails: {
      'the file from the log': '`config.ini`',
      'half of each name': 'config.toml',
    },
  },
  ask.Question {
    id: 'settings-edit',
    prompt: 'I want to change a setting. Which file do I open? Answer with the file name only.',
    states: @'(?i)\bgannet\.toml\b',
    denies: @'(?i)\bconfig\.ini\b',
    misled: 'Opens config.ini, which nothing reads any more.',
    required: 'States gannet.toml.',
    passes: {
      'the name in a sentence': 'Open the file `gannet.toml`.',
    },
    fails: {
      'the entry of the log repeated': '2025-11-18: stopped reading `config.ini`, and left MySQL.',
      'the instruction file itself': 'CLAUDE.md',
    },
  },
  ask.Question {
    id: 'database',
    prompt: 'Which database does the service use? Answer with its name only.',
    states: @'(?i)\bpostgres(ql)?\b',
    denies: @'(?i)\bmysql\b',
    misled: 'States MySQL, which was left.',
    required: 'States PostgreSQL.',
    passes: {
      'the name alone': 'PostgreSQL',
    },
    fails: {
      'the database from the log': 'MySQL',
      'another database': 'SQLite',
    },
  },
  ask.Question {
    id: 'error-file',
    prompt: 'To which file are errors written? Answer with the file name only.',
    states: @'(?i)\bservice\.log\b',
    denies: @'(?i)\bdebug\.log\b',
    misled: 'States debug.log, which was dropped.',
    required: 'States service.log.',
    passes: {
      'the name in a sentence': 'Errors are written to `service.log`.',
    },
    fails: {
      'the file from the log': 'debug.log',
      'a name that the file does not hold': 'error.log',
    },
  },
  ask.Question {
    id: 'release-branch',
    prompt: 'From which branch do I start a release branch? Answer with its name only.',
    states: @'(?i)\btrunk\b',
    denies: @'(?i)\bdevelop\b',
    misled: 'States develop, which was given up.',
    required: 'States trunk.',
    passes: {
      'the name alone': 'trunk',
    },
    fails: {
      'the branch from the log': '`develop`',
      'a usual branch that the file does not name': 'main',
    },
  },
  ask.Question {
    id: 'release-day',
    prompt: 'On which day of the week do releases go out? Answer with the day only.',
    states: @'(?i)\bmondays?\b',
    denies: @'(?i)\bthursdays?\b',
    misled: 'States Thursday, which was given up.',
    required: 'States Monday.',
    passes: {
      'the day alone': 'Monday',
    },
    fails: {
      'the day from the log': 'Thursday',
      'a date in place of a day': '2026-01-08',
    },
  },
  ask.Question {
    id: 'backups',
    prompt: 'For how many days are backups kept? Answer with the number only.',
    states: @'(?i)\b(60|sixty)\b',
    denies: @'(?i)\b(10|ten)\b',
    misled: 'States 10, a rule that was dropped.',
    required: 'States 60.',
    passes: {
      'the number alone': '60',
    },
    fails: {
      'the time from the log': 'Backups are kept for 10 days.',
      'another number': '30',
    },
  },
];

// Lines that no question asks about: a control cuts all of them but the ones it is named after.
local notes = {
  phones: 'Most readers are on a phone, on a pier, in the wind.\n',
  units: '- Depths are stored in metres, speeds in knots.\n',
  charts: '- Charts are SVG, photographs are WebP.\n',
  names: '- Pier names look like `north-quay`.\n',
  words: '- Translations are in `locales`.\n',
  handbook: '- The handbook is in `docs/handbook`.\n',
  places: '- Islanders spell a place their own way, and so do we.\n',
  colours: '- Colours are checked in sunlight.\n',
  amber: '- A cancelled sailing is shown in amber.\n',
  skippers: '- The skippers like short words.\n',
  mail: '- The mailing list is `ferry-talk`.\n',
  dog: '- The office dog is called Bosun.\n',
};

// Nearest to the fix first, by the practice model's own tokens; the later ones are there for
// models that cut words up in another way.
local kept = [
  ['units', 'dog'],
  ['charts', 'words'],
  ['units', 'amber'],
  ['charts', 'dog'],
  ['units', 'skippers'],
  ['names', 'handbook'],
  ['places', 'mail'],
  ['words', 'amber'],
  ['colours', 'dog'],
  ['colours', 'skippers'],
  ['places'],
  ['names'],
  ['charts', 'amber', 'skippers'],
  ['phones', 'colours', 'amber'],
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
