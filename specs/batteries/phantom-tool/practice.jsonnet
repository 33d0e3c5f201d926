// Four things to do, each with a tool that is there and one of a server that is not: which does a
// tiny model state? Asked in three ways.
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

local jobs = [
  { id: 'print', does: 'print a label', tool: 'printer', phantom: 'mcp__ink__press', stranger: 'a pencil' },
  { id: 'weigh', does: 'weigh the dough', tool: 'scale', phantom: 'mcp__mass__get', stranger: 'a spoon' },
  { id: 'call', does: 'call the baker', tool: 'phone', phantom: 'mcp__voice__dial', stranger: 'a letter' },
  { id: 'set', does: 'set the time', tool: 'clock', phantom: 'mcp__hours__put', stranger: 'a calendar' },
];
local ways = {
  want: 'I want to %s. Which tool do I use?',
  what: 'What is the tool to %s?',
  need: 'I need to %s now. What is the tool?',
};

local questions = [
  ask.Question {
    id: job.id + '-' + way,
    prompt: ways[way] % job.does,
    states: @'(?i)\b' + job.tool + @'\b',
    denies: @'(?i)\bmcp_',
    misled: 'States ' + job.phantom + ', whose server nobody configured.',
    required: 'States ' + job.tool + '.',
    passes: {
      'the name alone': '`' + job.tool + '`',
      'the name in a sentence': 'You can use the ' + job.tool + ' for that.',
    },
    fails: {
      'the phantom': '`' + job.phantom + '`',
      'both, so no choice was made': 'Use the `' + job.tool + '` or `' + job.phantom + '`.',
      'a tool from elsewhere': 'You need ' + job.stranger + '.',
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
  roof: 'The roof is made of straw.\n',
  cat: 'The cat lies by the window.\n',
  cakes: 'Cakes are for Sunday.\n',
  milk: 'Milk is kept in the cellar.\n',
};

// Nearest to the fix first, by the practice model's own tokens; the later ones are there for
// models that cut words up in another way.
local kept = [
  ['rolls'],
  ['roof'],
  ['cat'],
  ['milk'],
  ['water'],
  ['cakes'],
  ['bread'],
  ['salt'],
  ['bread', 'salt'],
  ['bread', 'water'],
  ['flour', 'cakes'],
  ['rolls', 'roof'],
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  repository: { '.mcp.json': importstr 'practice/mcp.json' },
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
