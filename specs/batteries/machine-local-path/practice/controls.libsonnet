// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../../lib/chaff.libsonnet';

local line = {
  anything: '- Nobody picks anything, except brambles.\n',
  written: '- Rain is written down in words.\n',
  counted: '- Mosses are counted in squares.\n',
  crossed: '- The bog is crossed on a plank.\n',
  described: '- Orchids are described without their place.\n',
  bought: '- Paper is bought in Hamar.\n',
  receives: '- The vicar receives two books.\n',
  stole: '- A goat stole the gauge.\n',
  lichens: '- Lichens are counted by the tree.\n',
  schoolchildren: '- Schoolchildren come along in June.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'anything written counted crossed described stole lichens schoolchildren',
  'anything written counted crossed described bought receives lichens',
  'anything written counted described bought receives lichens schoolchildren',
  'anything written counted crossed described bought lichens schoolchildren',
  'anything written counted crossed described bought receives schoolchildren',
  'anything written counted crossed described receives lichens schoolchildren',
  'anything written described bought receives stole lichens schoolchildren',
  'anything written crossed described bought receives lichens schoolchildren',
  'anything counted described bought receives stole lichens schoolchildren',
  'anything written crossed described bought stole lichens schoolchildren',
  'written crossed described bought receives stole lichens schoolchildren',
  'written counted crossed described bought receives stole lichens schoolchildren',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
