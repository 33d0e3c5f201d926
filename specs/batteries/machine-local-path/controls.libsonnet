// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  starting: '- A walk has a leader, a starting point and a pair of dry socks.\n',
  independently: '- What two people saw independently is believed; what one saw is marked.\n',
  counted: "- Mosses are counted in squares of a hand's breadth, lichens by the tree.\n",
  anything: '- Nobody picks anything, except brambles, and those are eaten.\n',
  person: '- In the bog one person stays on the plank.\n',
  written: '- Rain is written down in words, since the gauge was stolen by a goat.\n',
  collectors: '- Orchids are described without their place, because of collectors.\n',
  christmas: '- The book has forty pages, and is sewn by hand in the week before Christmas.\n',
  photographs: '- Drawings come before photographs, and both before prose.\n',
  household: '- Each household of the parish receives one, and the vicar two.\n',
  shortens: '- The oldest walker writes the preface, and nobody shortens it.\n',
  mistakes: '- Mistakes of the year before are owned up to on the last side.\n',
  thicker: '- Paper is bought in Hamar, where it is thicker.\n',
  handwriting: '- Berit reads what was handed in, and asks back where the handwriting gives out.\n',
  beetles: '- Nils knows mosses, Oda knows beetles, and nobody knows fungi any more.\n',
  herbarium: '- The parish lends us its cellar, where the herbarium is kept from mice by a cat.\n',
  schoolchildren: '- Schoolchildren come along in June, and see more than we do.\n',
  whoever: '- Whoever falls into the bog is bought a coffee.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'independently anything collectors christmas household mistakes thicker beetles herbarium schoolchildren',
  'starting independently counted anything written mistakes thicker handwriting herbarium schoolchildren',
  'anything person christmas photographs household shortens mistakes thicker beetles schoolchildren whoever',
  'starting independently person written photographs mistakes thicker beetles herbarium schoolchildren whoever',
  'anything written collectors photographs household shortens handwriting herbarium schoolchildren whoever',
  'person written collectors christmas photographs household shortens mistakes beetles schoolchildren whoever',
  'anything written collectors photographs household shortens mistakes beetles herbarium whoever',
  'independently counted anything written collectors christmas mistakes thicker handwriting herbarium',
  'independently counted person written photographs household thicker handwriting beetles schoolchildren',
  'starting counted person written photographs shortens thicker handwriting beetles herbarium whoever',
  'starting independently anything collectors photographs thicker beetles herbarium schoolchildren whoever',
  'starting counted anything person written christmas photographs household mistakes beetles schoolchildren',
  'starting anything person collectors christmas photographs shortens mistakes thicker handwriting',
  'starting independently person written collectors christmas household shortens handwriting beetles whoever',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
