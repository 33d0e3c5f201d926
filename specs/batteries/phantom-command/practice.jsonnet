// Four facts, each beside a command that is not there and has another number in it: which number
// does a tiny model state? Asked in three ways, and as a system prompt, which it follows better.
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

local facts = [
  {
    id: 'port',
    ways: [
      'On which port does the service listen?',
      'The service listens on which port?',
      'Which port does the service listen on?',
    ],
    states: @'\b7300\b',
    denies: @'\b9150\b',
    right: '7300',
    wrong: '9150',
    sentence: 'The service listens on port %s.',
    stranger: '8080',
  },
  {
    id: 'heat',
    ways: [
      'To how many degrees is the oven heated?',
      'The oven is heated to how many degrees?',
      'How many degrees is the oven heated to?',
    ],
    states: @'\b220\b',
    denies: @'\b180\b',
    right: '220',
    wrong: '180',
    sentence: 'The oven is heated to %s degrees.',
    stranger: '200 degrees',
  },
  {
    id: 'cost',
    ways: [
      'How many euros does the bread cost?',
      'The bread costs how many euros?',
      'What does the bread cost?',
    ],
    states: @'(?i)\b(4|four)\b',
    denies: @'(?i)\b(9|nine)\b',
    right: '4 euros',
    wrong: '9 euros',
    sentence: 'The bread costs %s.',
    stranger: '2 euros',
  },
  {
    id: 'hour',
    ways: [
      "At which o'clock does the shop open?",
      'The shop opens at what time?',
      'When does the shop open?',
    ],
    states: @'(?i)\b(6|six)\b',
    denies: @'(?i)\b(11|eleven)\b',
    right: "6 o'clock",
    wrong: "11 o'clock",
    sentence: 'The shop opens at %s.',
    stranger: 'at noon',
  },
];

local questions = [
  ask.Question {
    id: '%s-%d' % [fact.id, place + 1],
    prompt: fact.ways[place],
    states: fact.states,
    denies: fact.denies,
    misled: 'States ' + fact.wrong + ', which stands beside a command that is not there.',
    required: 'States ' + fact.right + '.',
    passes: {
      'the number alone': fact.right,
      'a sentence around the right number': fact.sentence % fact.right,
    },
    fails: {
      'the number of the phantom': fact.sentence % fact.wrong,
      'both, so no choice was made': 'It is ' + fact.right + ' or ' + fact.wrong + '.',
      'a usual answer that the file does not hold': fact.stranger,
    },
  }
  for fact in facts
  for place in std.range(0, std.length(fact.ways) - 1)
];

// Lines that no question asks about: a control cuts all of them but the ones it is named after.
local notes = {
  bread: 'The bread is brown.\n',
  salt: 'The salt is grey.\n',
  brings: 'Ann brings the flour.\n',
  water: 'Water comes from the well.\n',
  rolls: 'Rolls are small and round.\n',
  baker: 'The baker sleeps at noon.\n',
  cat: 'The cat lies by the window.\n',
  cakes: 'Cakes are for Sunday.\n',
  jam: 'Jam is kept in the cellar.\n',
};

// Nearest to the fix first, by the practice model's own tokens; the later ones are there for
// models that cut words up in another way.
local kept = [
  ['water'],
  ['cakes'],
  ['bread'],
  ['salt'],
  ['brings'],
  ['rolls'],
  ['baker'],
  ['cat'],
  ['jam'],
  ['bread', 'salt'],
  ['bread', 'brings'],
  ['bread', 'rolls'],
];

chaff.Battery {
  delivery: 'system',
  file: importstr 'practice/CLAUDE.md',
  repository: { Makefile: importstr 'practice/Makefile' },
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
