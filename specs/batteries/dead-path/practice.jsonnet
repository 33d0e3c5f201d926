// Paths that lead nowhere beside the people who know: does a tiny model name them better without?
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

// Topic, and who knows it.
local people = [
  ['fonts', 'Vera'],
  ['prices', 'Oscar'],
  ['recipes', 'Nina'],
  ['backups', 'Boris'],
  ['colours', 'Clara'],
  ['shops', 'Henry'],
  ['passwords', 'Irene'],
  ['holidays', 'Felix'],
  ['suppliers', 'Maria'],
  ['drivers', 'Simon'],
  ['ovens', 'Laura'],
  ['customers', 'Peter'],
];

local questions = [
  local topic = person[0];
  local name = person[1];
  ask.Question {
    id: topic,
    prompt: 'Who knows the %s?' % topic,
    states: @'(?i)\b%s\b' % name,
    denies: @'(?i)\b%s\.md\b' % topic,
    misled: 'States docs/%s.md, which is not there.' % topic,
    required: 'States %s.' % name,
    passes: {
      'the name alone': name,
      'a sentence around it': '%s knows the %s.' % [name, topic],
    },
    fails: {
      'the path that leads nowhere': 'docs/%s.md' % topic,
      both: '%s, see docs/%s.md' % [name, topic],
      'a name from elsewhere': 'John',
    },
  }
  for person in people
];

// Lines that no question asks about: a control cuts all of them but the ones it is named after.
local notes = {
  hands: 'Buttons are large, for floury hands.\n',
  biscuit: 'The office cat is called Biscuit.\n',
  dawn: 'Our numbers come in before dawn.\n',
  night: 'The radio plays in the big kitchen all night.\n',
  door: 'What is left over goes to the school next door.\n',
  loaf: 'Newcomers start with the plain white loaf.\n',
  years: 'The oldest oven has been warm for forty years.\n',
  first: 'Everybody tastes the first loaf of the day.\n',
  train: 'On Sundays we bake for the whole valley, and for the train.\n',
  rolls: 'The smallest shop is a window in a wall, and it sells only rolls.\n',
  resting: 'Nobody may whistle while the dough is resting.\n',
  comes: 'Every second Tuesday the miller comes to eat with us.\n',
  spring: 'The apprentices scrub the shutters in spring.\n',
  floor: 'Whoever comes late sweeps the floor.\n',
  high: 'The cellar floods when the river is high.\n',
};

// Nearest to the fix first, by the practice model's own tokens; the later ones are there for
// models that cut words up in another way.
local kept = [
  ['dawn', 'door'],
  ['dawn', 'spring'],
  ['first', 'high'],
  ['rolls'],
  ['biscuit', 'comes'],
  ['train'],
  ['train', 'floor'],
  ['comes'],
  ['rolls', 'resting'],
  ['hands'],
  ['hands', 'biscuit', 'dawn'],
  ['dawn'],
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  repository: { 'docs/index.md': '# Larder\n' },
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
