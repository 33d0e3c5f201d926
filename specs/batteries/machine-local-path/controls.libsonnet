// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  starting: '- A walk has a leader, a starting point and a pair of dry socks.\n',
  independently: '- What two people saw independently is believed; what one saw is marked.\n',
  counted: '- Mosses are counted in squares of a hand\'s breadth, lichens by the tree.\n',
  anything: '- Nobody picks anything, except brambles, and those are eaten.\n',
  person: '- In the bog one person stays on the plank.\n',
  written: '- Rain is written down in words, since the gauge was stolen by a goat.\n',
  collectors: '- Orchids are described without their place, because of collectors.\n',
  christmas: '- The book has forty leaves, and is sewn by hand in the week before Christmas.\n',
  photographs: '- Drawings come before photographs, and both before prose.\n',
  household: '- Each household of the parish receives one, and the vicar two.\n',
  shortens: '- The oldest walker writes the preface, and nobody shortens it.\n',
  mistakes: '- Mistakes of the year before are owned up to on the last side.\n',
  thicker: '- Paper is bought in Hamar, where it is thicker.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'starting independently counted anything written christmas photographs household shortens mistakes',
  'starting independently anything person written collectors photographs household shortens mistakes thicker',
  'starting independently counted anything written collectors christmas shortens mistakes thicker',
  'starting anything person written collectors christmas photographs household shortens mistakes thicker',
  'starting independently counted anything collectors christmas household shortens mistakes thicker',
  'starting independently counted anything person christmas photographs household shortens mistakes thicker',
  'starting independently counted person written christmas photographs household shortens mistakes',
  'starting independently anything person written collectors christmas household shortens mistakes thicker',
  'starting independently counted anything written collectors photographs shortens mistakes thicker',
  'starting independently counted anything person written christmas household shortens mistakes thicker',
  'starting independently anything person collectors christmas photographs household shortens mistakes',
  'starting independently counted anything person collectors christmas photographs household shortens mistakes',
  'starting independently person written collectors christmas photographs household mistakes thicker',
  'starting independently counted written collectors christmas photographs household shortens mistakes thicker',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
