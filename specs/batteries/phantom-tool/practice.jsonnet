// Four facts, each beside a tool whose server is not there, with another number: which number does
// a tiny model state? Asked in three ways, and as a system prompt, which it follows better.
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
    states: @'\b5200\b',
    denies: @'\b8600\b',
    right: '5200',
    wrong: '8600',
    sentence: 'The service listens on port %s.',
    stranger: '8080',
  },
  {
    id: 'heat',
    ways: [
      'To how many degrees is the water heated?',
      'The water is heated to how many degrees?',
      'How many degrees is the water heated to?',
    ],
    states: @'\b90\b',
    denies: @'\b65\b',
    right: '90',
    wrong: '65',
    sentence: 'The water is heated to %s degrees.',
    stranger: '100 degrees',
  },
  {
    id: 'cost',
    ways: [
      'How many euros does the flour cost?',
      'The flour costs how many euros?',
      'What does the flour cost?',
    ],
    states: @'(?i)\b(3|three)\b',
    denies: @'(?i)\b(8|eight)\b',
    right: '3 euros',
    wrong: '8 euros',
    sentence: 'The flour costs %s.',
    stranger: '5 euros',
  },
  {
    id: 'hour',
    ways: [
      "At which o'clock does the mill open?",
      'The mill opens at what time?',
      'When does the mill open?',
    ],
    states: @'(?i)\b(7|seven)\b',
    denies: @'(?i)\b(10|ten)\b',
    right: "7 o'clock",
    wrong: "10 o'clock",
    sentence: 'The mill opens at %s.',
    stranger: 'at noon',
  },
];

local questions = [
  ask.Question {
    id: '%s-%d' % [fact.id, place + 1],
    prompt: fact.ways[place],
    states: fact.states,
    denies: fact.denies,
    misled: 'States ' + fact.wrong + ', which stands beside a tool that is not there.',
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
  brings: 'Ann brings the corn.\n',
  rain: 'Rain comes from the west.\n',
  stones: 'Stones are large and round.\n',
  miller: 'The miller sleeps at noon.\n',
  cat: 'The cat lies by the window.\n',
  cakes: 'Cakes are for Sunday.\n',
  jam: 'Jam is kept in the cellar.\n',
  sacks: 'Sacks are made of linen.\n',
  hens: 'Hens live behind the barn.\n',
  letters: 'Letters go into the box.\n',
  paths: 'Paths are swept on Monday.\n',
};

// Nearest to the fix first, by the practice model's own tokens; the later ones are there for
// models that cut words up in another way.
local kept = [
  ['bread', 'miller', 'jam'],
  ['salt', 'miller', 'jam'],
  ['brings', 'miller', 'jam'],
  ['rain', 'stones', 'miller'],
  ['bread', 'rain', 'miller'],
  ['stones', 'miller', 'jam'],
  ['bread', 'salt', 'stones'],
  ['bread', 'salt', 'rain', 'miller'],
  ['miller', 'jam'],
  ['bread', 'salt', 'miller', 'jam'],
  ['bread', 'miller'],
  ['rain', 'stones', 'miller', 'jam'],
];

chaff.Battery {
  delivery: 'system',
  file: importstr 'practice/CLAUDE.md',
  repository: { '.mcp.json': importstr 'practice/mcp.json' },
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
