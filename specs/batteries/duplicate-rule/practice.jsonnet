// The general rule stands there twice, the exception once: which of them does a tiny model state?
//
// Short questions in the words of the file: with anything more, this model answers next to nothing.
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

local questions = [
  ask.Question {
    id: 'website-language',
    prompt: 'What is the website written in?',
    states: @'(?i)\bElm\b',
    denies: @'(?i)\bRust\b',
    misled: 'States Rust, the language of the app.',
    required: 'States Elm.',
    passes: {
      'a sentence': 'The website is written in Elm.',
      'the word alone': 'Elm',
    },
    fails: {
      'the rule that stands there twice': 'The website is written in Rust.',
      'both, so no choice was made': 'Rust and Elm.',
    },
  },
  ask.Question {
    id: 'website-language-again',
    prompt: 'Which language is the website written in?',
    states: @'(?i)\bElm\b',
    denies: @'(?i)\bRust\b',
    misled: 'States Rust, the language of the app.',
    required: 'States Elm.',
    passes: {
      'a sentence': 'The website is written in Elm.',
    },
    fails: {
      'something else': 'The website is written in HTML.',
      'the rule that stands there twice': 'Rust',
    },
  },
  ask.Question {
    id: 'slow-tests',
    prompt: 'What do the slow tests run on?',
    states: @'(?i)\bWindows\b',
    denies: @'(?i)\bLinux\b',
    misled: 'States Linux, the system of the other tests.',
    required: 'States Windows.',
    passes: {
      'a sentence': 'The slow tests run on Windows.',
      'the word alone': 'Windows',
    },
    fails: {
      'the rule that stands there twice': 'The slow tests run on Linux.',
      'both, so no choice was made': 'Linux and Windows.',
    },
  },
  ask.Question {
    id: 'slow-tests-again',
    prompt: 'Where do the slow tests run?',
    states: @'(?i)\bWindows\b',
    denies: @'(?i)\bLinux\b',
    misled: 'States Linux, the system of the other tests.',
    required: 'States Windows.',
    passes: {
      'a sentence': 'The slow tests run on Windows.',
    },
    fails: {
      'something else': 'The slow tests run at night.',
      'the rule that stands there twice': 'Linux',
    },
  },
  ask.Question {
    id: 'board-day',
    prompt: 'When does the board meet?',
    states: @'(?i)\bFriday\b',
    denies: @'(?i)\bMonday\b',
    misled: 'States Monday, the day of the team.',
    required: 'States Friday.',
    passes: {
      'a sentence': 'The board meets on Friday.',
      'the word alone': 'Friday',
    },
    fails: {
      'the rule that stands there twice': 'The board meets on Monday.',
      'both, so no choice was made': 'Monday and Friday.',
    },
  },
  ask.Question {
    id: 'board-day-again',
    prompt: 'On which day does the board meet?',
    states: @'(?i)\bFriday\b',
    denies: @'(?i)\bMonday\b',
    misled: 'States Monday, the day of the team.',
    required: 'States Friday.',
    passes: {
      'a sentence': 'The board meets on Friday.',
    },
    fails: {
      'something else': 'The board meets at dawn.',
      'the rule that stands there twice': 'Monday',
    },
  },
  ask.Question {
    id: 'website-port',
    prompt: 'On which port does the website listen?',
    states: @'(?i)\b7100\b',
    denies: @'(?i)\b6400\b',
    misled: 'States 6400, the port of the app.',
    required: 'States 7100.',
    passes: {
      'a sentence': 'The website listens on port 7100.',
      'the word alone': '7100',
    },
    fails: {
      'the rule that stands there twice': 'The website listens on port 6400.',
      'both, so no choice was made': '6400 and 7100.',
    },
  },
  ask.Question {
    id: 'website-port-again',
    prompt: 'What is the port of the website?',
    states: @'(?i)\b7100\b',
    denies: @'(?i)\b6400\b',
    misled: 'States 6400, the port of the app.',
    required: 'States 7100.',
    passes: {
      'a sentence': 'The website listens on port 7100.',
    },
    fails: {
      'something else': 'The website listens on port 80.',
      'the rule that stands there twice': '6400',
    },
  },
  ask.Question {
    id: 'backup-place',
    prompt: 'Where is the backup kept?',
    states: @'(?i)\bBerlin\b',
    denies: @'(?i)\bOslo\b',
    misled: 'States Oslo, the place of the data.',
    required: 'States Berlin.',
    passes: {
      'a sentence': 'The backup is kept in Berlin.',
      'the word alone': 'Berlin',
    },
    fails: {
      'the rule that stands there twice': 'The backup is kept in Oslo.',
      'both, so no choice was made': 'Oslo and Berlin.',
    },
  },
  ask.Question {
    id: 'backup-place-again',
    prompt: 'In which city is the backup kept?',
    states: @'(?i)\bBerlin\b',
    denies: @'(?i)\bOslo\b',
    misled: 'States Oslo, the place of the data.',
    required: 'States Berlin.',
    passes: {
      'a sentence': 'The backup is kept in Berlin.',
    },
    fails: {
      'something else': 'The backup is kept in a box.',
      'the rule that stands there twice': 'Oslo',
    },
  },
  ask.Question {
    id: 'website-owner',
    prompt: 'Who is the owner of the website?',
    states: @'(?i)\bBruno\b',
    denies: @'(?i)\bKarin\b',
    misled: 'States Karin, the owner of the app.',
    required: 'States Bruno.',
    passes: {
      'a sentence': 'The owner of the website is Bruno.',
      'the word alone': 'Bruno',
    },
    fails: {
      'the rule that stands there twice': 'The owner of the website is Karin.',
      'both, so no choice was made': 'Karin and Bruno.',
    },
  },
  ask.Question {
    id: 'website-owner-again',
    prompt: 'Who owns the website?',
    states: @'(?i)\bBruno\b',
    denies: @'(?i)\bKarin\b',
    misled: 'States Karin, the owner of the app.',
    required: 'States Bruno.',
    passes: {
      'a sentence': 'The owner of the website is Bruno.',
    },
    fails: {
      'something else': 'The owner of the website is Plover.',
      'the rule that stands there twice': 'Karin',
    },
  },
];

// Lines that no question asks about: a control cuts all of them but the ones it is named after.
local notes = {
  maps: '- Maps are drawn at night.\n',
  gulls: '- Gulls are counted twice.\n',
  nests: '- Every nest has a number.\n',
  eggs: '- Eggs are never touched.\n',
  feathers: '- Feathers go into a box.\n',
  boats: '- Boats leave at dawn.\n',
  rain: '- Rain stops the count.\n',
  ducks: '- Ducks are easy to see.\n',
  owls: '- Owls are only heard.\n',
  rings: '- Ringed birds are old friends.\n',
};

// Nearest to the fix first, by the practice model's own tokens; the later ones are there for
// models that cut words up in another way.
local kept = [
  ['eggs', 'boats', 'owls'],
  ['eggs', 'boats', 'rain'],
  ['nests', 'boats', 'ducks'],
  ['eggs', 'rain', 'owls'],
  ['boats', 'ducks', 'rings'],
  ['ducks', 'rings'],
  ['feathers', 'ducks', 'rings'],
  ['gulls', 'feathers'],
  ['eggs', 'boats', 'rain', 'owls'],
  ['gulls', 'eggs'],
  ['nests', 'eggs', 'boats', 'ducks'],
  ['eggs', 'rain'],
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
