// Paths that lead nowhere beside the facts: does a tiny model state the facts better without them?
local chaff = import '../../lib/chaff.libsonnet';
local ask = import '../../lib/questions.libsonnet';

// What is asked for, the name in the path that leads nowhere, the fact.
local facts = [
  ['font', 'arial', 'Garamond'],
  ['colour', 'purple', 'green'],
  ['city', 'madrid', 'Lisbon'],
  ['animal', 'horse', 'cat'],
  ['fruit', 'banana', 'plum'],
  ['day', 'monday', 'Friday'],
  ['drink', 'coffee', 'tea'],
  ['metal', 'silver', 'copper'],
  ['tree', 'birch', 'oak'],
  ['month', 'april', 'July'],
  ['tool', 'hammer', 'spoon'],
  ['car', 'volvo', 'Fiat'],
];

local questions = [
  local what = fact[0];
  local named = fact[1];
  local stated = fact[2];
  ask.Question {
    id: what,
    prompt: 'What is our %s? Answer with one word.' % what,
    states: @'(?i)\b%s\b' % stated,
    denies: @'(?i)\b%s\b' % named,
    misled: 'States %s, by the name of a file that is not there.' % named,
    required: 'States %s.' % stated,
    passes: {
      'the word alone': stated,
      'a sentence around it': 'Our %s is %s.' % [what, stated],
    },
    fails: {
      'the name in the path': named,
      both: '%s, see docs/%s.md' % [stated, named],
      'a word of its own': 'bread',
    },
  }
  for fact in facts
];

// Lines that no question asks about: a control cuts all of them but the ones it is named after.
local notes = {
  hands: 'Buttons are large, for floury hands.\n',
  biscuit: 'The office parrot is called Biscuit.\n',
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
  ['rolls'],
  ['train'],
  ['dawn', 'spring'],
  ['comes'],
  ['dawn', 'first'],
  ['loaf'],
  ['first', 'spring'],
  ['resting'],
  ['spring'],
  ['door', 'first'],
  ['dawn'],
  ['train', 'spring'],
];

chaff.Battery {
  file: importstr 'practice/CLAUDE.md',
  repository: { 'docs/index.md': '# Larder\n' },
  items: ask.items(questions),
  examples: ask.examples(questions),
  control_candidates: ask.controls(notes, kept),
}
