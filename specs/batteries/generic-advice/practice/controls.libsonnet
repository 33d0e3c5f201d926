// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../../lib/chaff.libsonnet';

local line = {
  baskets: '- Baskets are counted twice.\n',
  pickers: '- Pickers are paid by the hour.\n',
  august: '- Wasps come in August.\n',
  ladder: '- The ladder stands behind the barn.\n',
  visitors: '- Visitors may taste, not pick.\n',
  cider: '- The cider press is older than the house.\n',
  candles: '- Frost is fought with candles.\n',
  hedgehogs: '- Hedgehogs are left alone.\n',
  polished: '- Apples for the market are polished by hand on Thursday evenings.\n',
  pears: '- Pears come later.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'pickers august visitors cider candles',
  'august ladder visitors polished pears',
  'baskets pickers august cider pears',
  'baskets ladder candles polished pears',
  'baskets pickers august ladder hedgehogs',
  'pickers ladder visitors cider hedgehogs',
  'baskets pickers ladder hedgehogs pears',
  'pickers august hedgehogs polished pears',
  'pickers visitors cider polished',
  'baskets cider candles polished pears',
  'pickers ladder candles hedgehogs pears',
  'baskets august visitors hedgehogs polished',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
