// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  wrapping: '- Errors are wrapped with the name of the step that failed, and written down once, at the top.\n',
  deadlines: '- A function that waits takes a deadline as its first argument and gives up when that has passed.\n',
  zones: '- Times are kept in UTC, and shown in the zone of the station that the parcel lies in.\n',
  comments: '- Comments say why something is done; what is done should be plain from the lines themselves.\n',
  spelling: '- Names of stations are spelt as on the platform, with every dot and accent.\n',
  cases: '- Cases that we try are few, made by hand, and plain by somebody who is in a hurry.\n',
  sizes: '- Doors come in three sizes; a parcel that fits none goes back to the depot the same evening.\n',
  jams: '- A door that jams three times in a day is taken out of service until somebody has looked at it.\n',
  hills: '- Stations in the hills lose the network in bad weather, and catch up when it is back.\n',
  night: '- The railway closes some of the halls between one and four at night, and nobody gets in then.\n',
  waiting: '- Parcels wait for five days, then the courier takes them back on the next round.\n',
  reach: '- Customers who cannot bend down may ask for a door at the height of the hand.\n',
  ines: '- Ines writes to customers and decides what is said to them when a parcel is late.\n',
  bram: '- Bram looks after the doors and hinges, and knows every station by heart.\n',
  couriers: '- Couriers reach us through their own companies, and get an answer within two working days.\n',
  railway: '- The railway sees a change to the screens two weeks ahead, on paper, because it asks for that.\n',
  thursdays: '- Every second Thursday we go through what went wrong, and what we want to try instead.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'wrapping deadlines comments spelling cases ines bram thursdays',
  'wrapping zones comments cases sizes jams night',
  'wrapping spelling cases sizes waiting ines bram railway',
  'zones cases night reach couriers railway thursdays',
  'cases hills night reach ines bram thursdays',
  'wrapping cases jams hills waiting reach couriers railway',
  'wrapping cases sizes jams night railway',
  'wrapping deadlines spelling jams hills waiting',
  'deadlines zones comments spelling jams ines bram couriers thursdays',
  'spelling cases sizes night ines bram',
  'comments spelling hills reach bram thursdays',
  'deadlines comments sizes jams hills night bram couriers thursdays',
  'cases sizes jams hills ines',
  'deadlines cases sizes jams waiting ines couriers railway thursdays',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
