// Four things to do, each with a command that is there and one that is not: which does a tiny
// model state? Asked in three ways.
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

local jobs = [
  { does: 'test', target: 'test', phantom: 'examine', stranger: '`pytest`' },
  { does: 'clean', target: 'clean', phantom: 'polish', stranger: '`rm -rf oven`' },
  { does: 'start', target: 'start', phantom: 'kindle', stranger: '`npm start`' },
  { does: 'stop', target: 'stop', phantom: 'quench', stranger: '`kill 4711`' },
];
local ways = {
  want: 'I want to %s the oven. Which command do I run?',
  what: 'What is the command to %s the oven?',
  need: 'I need to %s the oven now. What is the command?',
};

local questions = [
  ask.Question {
    id: job.does + '-' + way,
    prompt: ways[way] % job.does,
    states: @'(?i)\bmake ' + job.target + @'\b',
    denies: @'(?i)\bmake ' + job.phantom + @'\b',
    misled: 'States make ' + job.phantom + ', which no manifest defines.',
    required: 'States make ' + job.target + '.',
    passes: {
      'the command alone': '`make ' + job.target + '`',
      'the command in a sentence': 'To do that, run `make ' + job.target + '` in the kitchen.',
    },
    fails: {
      'the phantom': '`make ' + job.phantom + '`',
      'both, so no choice was made': 'Run `make ' + job.target + '` or `make ' + job.phantom + '`.',
      'a command from elsewhere': job.stranger,
    },
  }
  for job in jobs
  for way in std.objectFields(ways)
];

// Lines that no question asks about: a control cuts all of them but the ones it is named after.
local notes = {
  bread: 'The bread is brown.\n',
  salt: 'The salt is grey.\n',
  flour: 'Ann brings the flour.\n',
  water: 'Water comes from the well.\n',
  rolls: 'Rolls are small and round.\n',
  baker: 'The baker sleeps at noon.\n',
  cat: 'The cat lies by the window.\n',
  cakes: 'Cakes are for Sunday.\n',
};

// Nearest to the fix first, by the practice model's own tokens; the later ones are there for
// models that cut words up in another way.
local kept = [
  ['bread', 'rolls'],
  ['salt', 'baker'],
  ['flour', 'cat'],
  ['water', 'cakes'],
  ['bread', 'water'],
  ['salt', 'cakes'],
  ['rolls', 'baker'],
  ['cat'],
  ['bread'],
  ['rolls'],
  ['baker', 'cat'],
  ['bread', 'salt', 'flour'],
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  repository: { Makefile: importstr 'practice/Makefile' },
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
