// Praise of the reader between facts: does a tiny model state the facts better without it?
// Each question has a neighbour in the file that answers a similar one.
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

local questions = [
  ask.Question {
    id: 'port',
    prompt: 'On which port does the service listen? Answer with the number only.',
    states: @'\b7300\b',
    denies: @'\b9150\b',
    misled: 'States the port of the metrics, or praises itself.',
    required: 'States 7300.',
    passes: {
      'the number alone': '7300',
      'a sentence around the right number': 'The service listens on port 7300.',
    },
    fails: {
      'the port of the metrics': '9150',
      'the persona instead of an answer': 'I am a world-class senior software engineer.',
    },
  },
  ask.Question {
    id: 'metrics-port',
    prompt: 'On which port are the metrics served? Answer with the number only.',
    states: @'\b9150\b',
    denies: @'\b7300\b',
    misled: 'States the port of the service, or praises itself.',
    required: 'States 9150.',
    passes: {
      'the number alone': '9150',
    },
    fails: {
      'the port of the service': 'Port 7300.',
      'both ports': '7300 and 9150',
    },
  },
  ask.Question {
    id: 'start-command',
    prompt: 'Which command starts the service? Answer with the command only.',
    states: @'(?i)\bmake serve\b|^\W*serve\W*$',
    denies: @'(?i)\bmake check\b',
    misled: 'States the command of the tests, or one it knows from elsewhere.',
    required: 'States make serve.',
    passes: {
      'the command alone': '`make serve`',
    },
    fails: {
      'the command of the tests': 'make check',
      'a command from elsewhere': 'python app.py',
    },
  },
  ask.Question {
    id: 'test-command',
    prompt: 'Which command runs the tests? Answer with the command only.',
    states: @'(?i)\bmake check\b|^\W*check\W*$',
    denies: @'(?i)\bmake serve\b',
    misled: 'States the command that starts the service, or one it knows from elsewhere.',
    required: 'States make check.',
    passes: {
      'the command in a sentence': 'Run the tests with `make check`.',
    },
    fails: {
      'a command from elsewhere': 'pytest',
      'the command that starts the service': 'make serve',
    },
  },
  ask.Question {
    id: 'settings',
    prompt: 'In which file do the settings live? Answer with the file name only.',
    states: @'(?i)\bquarry\.toml\b',
    denies: @'(?i)\.env\.local\b',
    misled: 'States the file of the passwords, or a usual name.',
    required: 'States quarry.toml.',
    passes: {
      'the name alone': 'quarry.toml',
    },
    fails: {
      'the file of the passwords': '.env.local',
      'a usual name that the file does not hold': 'settings.py',
    },
  },
  ask.Question {
    id: 'passwords',
    prompt: 'In which file do the passwords live? Answer with the file name only.',
    states: @'(?i)\.env\.local\b',
    denies: @'(?i)\bquarry\.toml\b',
    misled: 'States the file of the settings, or a usual name.',
    required: 'States .env.local.',
    passes: {
      'the name in a sentence': 'Passwords live in `.env.local`.',
    },
    fails: {
      'a usual name that the file does not hold': '/etc/passwd',
      'half of the name': '.env',
    },
  },
  ask.Question {
    id: 'request-timeout',
    prompt: 'After how many seconds does a request time out? Answer with the number only.',
    states: @'(?i)\b(25|twenty-five)\b',
    denies: @'(?i)\b180\b',
    misled: 'States the time of an upload.',
    required: 'States 25.',
    passes: {
      'number and unit': '25 seconds',
    },
    fails: {
      'the time of an upload': '180',
      'another number': '30',
    },
  },
  ask.Question {
    id: 'upload-timeout',
    prompt: 'After how many seconds does an upload time out? Answer with the number only.',
    states: @'(?i)\b180\b',
    denies: @'(?i)\b(25|twenty-five)\b',
    misled: 'States the time of a request.',
    required: 'States 180.',
    passes: {
      'the number alone': '180',
    },
    fails: {
      'both times': 'Requests time out after 25 seconds. Uploads time out after 180 seconds.',
      'the time of a request': '25 seconds',
    },
  },
  ask.Question {
    id: 'branch',
    prompt: 'From which branch do I start a new branch? Answer with its name only.',
    states: @'(?i)\btrunk\b',
    denies: @'(?i)\bstable\b',
    misled: 'States the branch of the hotfixes, or a usual name.',
    required: 'States trunk.',
    passes: {
      'the name alone': 'trunk',
    },
    fails: {
      'a usual branch that the file does not name': 'main',
      'the branch of the hotfixes': '`stable`',
    },
  },
  ask.Question {
    id: 'hotfix-branch',
    prompt: 'From which branch does a hotfix start? Answer with its name only.',
    states: @'(?i)\bstable\b',
    denies: @'(?i)\btrunk\b',
    misled: 'States the branch of other work, or a usual name.',
    required: 'States stable.',
    passes: {
      'the name in a sentence': 'A hotfix starts from the `stable` branch.',
    },
    fails: {
      'a usual branch that the file does not name': 'master',
      'the branch of other work': 'trunk',
    },
  },
  ask.Question {
    id: 'release-day',
    prompt: 'On which day of the week do releases go out? Answer with the day only.',
    states: @'(?i)\bwednesdays?\b',
    denies: @'(?i)\bsundays?\b',
    misled: 'States the day of the backups, or any day.',
    required: 'States Wednesday.',
    passes: {
      'the day alone': 'Wednesday',
    },
    fails: {
      'another day': 'Monday',
      'the day of the backups': 'Sunday',
    },
  },
  ask.Question {
    id: 'backup-day',
    prompt: 'On which day of the week are backups made? Answer with the day only.',
    states: @'(?i)\bsundays?\b',
    denies: @'(?i)\bwednesdays?\b',
    misled: 'States the day of the releases, or any day.',
    required: 'States Sunday.',
    passes: {
      'the day in a sentence': 'Backups are made on Sunday.',
    },
    fails: {
      'every day': 'Backups are made daily.',
      'the day of the releases': 'Wednesday.',
    },
  },
];

// Lines that no question asks about: a control cuts all of them but the ones it is named after.
local notes = {
  volunteers: 'Volunteers describe what they see, and visitors search in those descriptions.\n',
  dates: 'Half of the pictures have no date, so their order on the page is a guess.\n',
  captions: 'Captions are never shortened, because a cut name is a lost name.\n',
  reading: 'The reading room has one slow machine, and everything must work there.\n',
  thumbnails: 'Thumbnails are drawn overnight.\n',
  ink: 'The archivist writes in green ink.\n',
  streets: 'Street names are spelled as they were in the year of the picture.\n',
};

// Nearest to the fix first, by the practice model's own tokens; the later ones are there for
// models that cut words up in another way.
local kept = [
  ['dates', 'thumbnails', 'ink'],
  ['dates', 'streets'],
  ['dates', 'captions'],
  ['volunteers', 'thumbnails', 'ink'],
  ['captions', 'reading', 'thumbnails'],
  ['reading', 'ink', 'streets'],
  ['reading', 'thumbnails', 'ink'],
  ['volunteers', 'captions', 'ink'],
  ['captions', 'streets'],
  ['reading', 'streets'],
  ['dates', 'captions', 'thumbnails'],
  ['dates', 'ink'],
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
