// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../../lib/chaff.libsonnet';

local line = {
  vinegar: '- Old tapes smell of vinegar.\n',
  slower: '- The lift is slower than the stairs.\n',
  speech: '- Speech is never made faster.\n',
  jingle: '- A jingle is not music.\n',
  sundays: '- The choir sings on Sundays.\n',
  visitors: '- Visitors leave their boots outside.\n',
  kettle: '- The kettle has a fuse of its own.\n',
  weather: '- Weather is spoken every hour.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'vinegar slower jingle sundays visitors kettle',
  'vinegar slower speech jingle visitors kettle',
  'vinegar slower speech jingle sundays kettle',
  'vinegar slower jingle visitors kettle weather',
  'vinegar slower jingle sundays kettle weather',
  'vinegar slower speech jingle sundays visitors weather',
  'vinegar slower sundays visitors kettle weather',
  'vinegar speech jingle sundays visitors kettle weather',
  'vinegar slower speech sundays visitors kettle',
  'vinegar slower speech sundays visitors kettle weather',
  'vinegar jingle sundays visitors kettle weather',
  'vinegar slower speech jingle sundays kettle weather',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
