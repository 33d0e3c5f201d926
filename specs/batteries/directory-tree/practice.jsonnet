// A drawing full of names above the facts: does a tiny model state the facts better without it?
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

// What is asked for, its folder in the drawing and the name there, the fact.
local facts = [
  ['font', 'fonts', 'arial', 'Garamond'],
  ['colour', 'colours', 'purple', 'green'],
  ['city', 'cities', 'madrid', 'Lisbon'],
  ['animal', 'animals', 'horse', 'cat'],
  ['fruit', 'fruit', 'banana', 'plum'],
  ['day', 'days', 'monday', 'Friday'],
  ['drink', 'drinks', 'coffee', 'tea'],
  ['metal', 'metals', 'silver', 'copper'],
  ['tree', 'trees', 'birch', 'oak'],
  ['month', 'months', 'april', 'July'],
  ['tool', 'tools', 'hammer', 'spoon'],
  ['car', 'cars', 'volvo', 'Fiat'],
];

local questions = [
  local what = fact[0];
  local drawn = fact[2];
  local stated = fact[3];
  ask.Question {
    id: what,
    prompt: 'What is our %s? Answer with one word.' % what,
    states: @'(?i)\b%s\b' % stated,
    denies: @'(?i)\b%s\b' % drawn,
    misled: 'States %s, which only the drawing names.' % drawn,
    required: 'States %s.' % stated,
    passes: {
      'the word alone': stated,
      'a sentence around it': 'Our %s is %s.' % [what, stated],
    },
    fails: {
      'the name in the drawing': drawn,
      both: '%s, or %s' % [stated, drawn],
      'a word of its own': 'bread',
    },
  }
  for fact in facts
];

// Lines that no question asks about: a control cuts all of them but the ones it is named after.
local notes = {
  hands: 'Buttons are large, for floury hands.\n',
  dawn: 'Shops send their numbers before dawn.\n',
  night: 'The radio plays in the big kitchen all night.\n',
  door: 'Bread that is left over goes to the school next door.\n',
  loaf: 'New people start with the plain white loaf.\n',
  years: 'The oldest oven has been warm for forty years.\n',
  morning: 'Everybody tastes the first loaf of the morning.\n',
  train: 'We bake for the whole valley, and for the train.\n',
  rolls: 'The smallest shop is a window in a wall, and it sells only rolls.\n',
  resting: 'Nobody may whistle while the dough is resting.\n',
  comes: 'Every second week the miller comes to eat with us.\n',
  spring: 'The apprentices paint the shutters in spring.\n',
  floor: 'Whoever comes late sweeps the floor.\n',
  high: 'The cellar floods when the river is high.\n',
};

// Nearest to the fix first, by the practice model's own tokens; the later ones are there for
// models that cut words up in another way.
local kept = [
  ['hands', 'rolls'],
  ['door', 'train'],
  ['dawn', 'loaf', 'floor'],
  ['door', 'high'],
  ['morning', 'spring', 'floor'],
  ['years', 'comes'],
  ['dawn', 'loaf', 'train'],
  ['hands', 'night'],
  ['morning', 'comes', 'floor'],
  ['loaf', 'resting'],
  ['hands', 'door', 'morning'],
  ['rolls'],
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  repository: {
    ['%s/%s.txt' % [fact[1], fact[2]]]: fact[3] + '\n'
    for fact in facts
  },
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
