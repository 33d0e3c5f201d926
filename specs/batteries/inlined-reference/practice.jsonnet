// A sample with made-up values in a fence: does a tiny model state those, or what is in force?
//
// Short questions in the words of the file: with anything more, this model answers next to nothing.
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

local questions = [
  ask.Question {
    id: 'port',
    prompt: 'On which port does the app listen?',
    states: @'(?i)\b6400\b',
    denies: @'(?i)\b8080\b',
    misled: 'States 8080, from the sample.',
    required: 'States 6400.',
    passes: {
      'a sentence': 'The app listens on port 6400.',
      'the word alone': '6400',
    },
    fails: {
      'the value of the sample': 'The app listens on port 8080.',
      'both, so no choice was made': '8080 and 6400.',
    },
  },
  ask.Question {
    id: 'port-again',
    prompt: 'What is the port of the app?',
    states: @'(?i)\b6400\b',
    denies: @'(?i)\b8080\b',
    misled: 'States 8080, from the sample.',
    required: 'States 6400.',
    passes: {
      'a sentence': 'The app listens on port 6400.',
    },
    fails: {
      'something else': 'The app listens on port 80.',
      'the value of the sample': '8080',
    },
  },
  ask.Question {
    id: 'language',
    prompt: 'What is the app written in?',
    states: @'(?i)\bRust\b',
    denies: @'(?i)\bJava\b',
    misled: 'States Java, from the sample.',
    required: 'States Rust.',
    passes: {
      'a sentence': 'The app is written in Rust.',
      'the word alone': 'Rust',
    },
    fails: {
      'the value of the sample': 'The app is written in Java.',
      'both, so no choice was made': 'Java and Rust.',
    },
  },
  ask.Question {
    id: 'language-again',
    prompt: 'Which language is the app written in?',
    states: @'(?i)\bRust\b',
    denies: @'(?i)\bJava\b',
    misled: 'States Java, from the sample.',
    required: 'States Rust.',
    passes: {
      'a sentence': 'The app is written in Rust.',
    },
    fails: {
      'something else': 'The app is written in English.',
      'the value of the sample': 'Java',
    },
  },
  ask.Question {
    id: 'database',
    prompt: 'Which database does the app use?',
    states: @'(?i)\bPostgres\b',
    denies: @'(?i)\bOracle\b',
    misled: 'States Oracle, from the sample.',
    required: 'States Postgres.',
    passes: {
      'a sentence': 'The database is Postgres.',
      'the word alone': 'Postgres',
    },
    fails: {
      'the value of the sample': 'The database is Oracle.',
      'both, so no choice was made': 'Oracle and Postgres.',
    },
  },
  ask.Question {
    id: 'database-again',
    prompt: 'What is the database?',
    states: @'(?i)\bPostgres\b',
    denies: @'(?i)\bOracle\b',
    misled: 'States Oracle, from the sample.',
    required: 'States Postgres.',
    passes: {
      'a sentence': 'The database is Postgres.',
    },
    fails: {
      'something else': 'The database is big.',
      'the value of the sample': 'Oracle',
    },
  },
  ask.Question {
    id: 'backup-place',
    prompt: 'Where is the backup kept?',
    states: @'(?i)\bBerlin\b',
    denies: @'(?i)\bParis\b',
    misled: 'States Paris, from the sample.',
    required: 'States Berlin.',
    passes: {
      'a sentence': 'The backup is kept in Berlin.',
      'the word alone': 'Berlin',
    },
    fails: {
      'the value of the sample': 'The backup is kept in Paris.',
      'both, so no choice was made': 'Paris and Berlin.',
    },
  },
  ask.Question {
    id: 'backup-place-again',
    prompt: 'In which city is the backup kept?',
    states: @'(?i)\bBerlin\b',
    denies: @'(?i)\bParis\b',
    misled: 'States Paris, from the sample.',
    required: 'States Berlin.',
    passes: {
      'a sentence': 'The backup is kept in Berlin.',
    },
    fails: {
      'something else': 'The backup is kept in a tin.',
      'the value of the sample': 'Paris',
    },
  },
  ask.Question {
    id: 'meeting',
    prompt: 'When does the team meet?',
    states: @'(?i)\bMonday\b',
    denies: @'(?i)\bFriday\b',
    misled: 'States Friday, from the sample.',
    required: 'States Monday.',
    passes: {
      'a sentence': 'The team meets on Monday.',
      'the word alone': 'Monday',
    },
    fails: {
      'the value of the sample': 'The team meets on Friday.',
      'both, so no choice was made': 'Friday and Monday.',
    },
  },
  ask.Question {
    id: 'meeting-again',
    prompt: 'On which day does the team meet?',
    states: @'(?i)\bMonday\b',
    denies: @'(?i)\bFriday\b',
    misled: 'States Friday, from the sample.',
    required: 'States Monday.',
    passes: {
      'a sentence': 'The team meets on Monday.',
    },
    fails: {
      'something else': 'The team meets at noon.',
      'the value of the sample': 'Friday',
    },
  },
  ask.Question {
    id: 'owner',
    prompt: 'Who is the owner of the app?',
    states: @'(?i)\bKarin\b',
    denies: @'(?i)\bWalter\b',
    misled: 'States Walter, from the sample.',
    required: 'States Karin.',
    passes: {
      'a sentence': 'The owner is Karin.',
      'the word alone': 'Karin',
    },
    fails: {
      'the value of the sample': 'The owner is Walter.',
      'both, so no choice was made': 'Walter and Karin.',
    },
  },
  ask.Question {
    id: 'owner-again',
    prompt: 'Who is the owner?',
    states: @'(?i)\bKarin\b',
    denies: @'(?i)\bWalter\b',
    misled: 'States Walter, from the sample.',
    required: 'States Karin.',
    passes: {
      'a sentence': 'The owner is Karin.',
    },
    fails: {
      'something else': 'The owner is Skua.',
      'the value of the sample': 'Walter',
    },
  },
];

// Lines that no question asks about: a control cuts all of them but the ones it is named after.
local notes = {
  maps: '- Maps are drawn at night.\n',
  storms: '- Storms are counted twice.\n',
  every: '- Every buoy has a number.\n',
  nets: '- Nets are never touched.\n',
  shells: '- Shells go into a tin.\n',
  boats: '- Boats leave at dawn.\n',
  fog: '- Fog stops the count.\n',
  tides: '- Tides are easy to see.\n',
  whales: '- Whales are only heard.\n',
  old: '- Old waves are old friends.\n',
  surf: '- Surf is white on paper.\n',
  bells: '- Bells ring at low water.\n',
  foam: '- Foam is drawn in pencil.\n',
  crabs: '- Crabs walk over the scale.\n',
  sand: '- Sand gets into all of it.\n',
  noon: '- Noon is when we eat.\n',
  kelp: '- Kelp is cut in May.\n',
  spray: '- Spray is seen from the pier.\n',
  lighthouse: '- Lighthouse keepers know best.\n',
  winter: '- Winter waves are the largest.\n',
  ripples: '- Ripples are not waves.\n',
};

// Nearest to the fix first, by the practice model's own tokens; the later ones are there for
// models that cut words up in another way.
local kept = [
  ['maps', 'nets', 'whales', 'old', 'kelp', 'lighthouse'],
  ['shells', 'whales', 'surf', 'crabs', 'sand'],
  ['nets', 'shells', 'whales', 'surf', 'crabs', 'winter'],
  ['whales', 'foam', 'noon', 'spray', 'lighthouse'],
  ['storms', 'every', 'nets', 'fog', 'old', 'lighthouse', 'ripples'],
  ['surf', 'bells', 'foam', 'noon'],
  ['storms', 'every', 'nets', 'tides', 'old', 'kelp', 'ripples'],
  ['every', 'surf', 'bells', 'winter'],
  ['maps', 'shells', 'foam', 'crabs', 'sand', 'noon', 'spray'],
  ['storms', 'boats', 'fog', 'lighthouse'],
  ['storms', 'nets', 'boats', 'whales', 'bells', 'sand', 'noon', 'winter'],
  ['noon', 'kelp', 'spray'],
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
