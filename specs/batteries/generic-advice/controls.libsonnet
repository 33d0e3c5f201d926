// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  immingham: '- Immingham has two clocks on its quay, and the pilots ring us when they disagree.\n',
  printer: '- One office has yellow paper in its printer, because it has always been so there.\n',
  ferries: '- Ferries sail by our numbers; a minute too early is worse than three too late.\n',
  spring: '- In spring the mud moves, and in the Wash a pole has to be set again by hand.\n',
  amateurs: '- Amateurs with a boat call our numbers a forecast; they are sums, and the weather is not in them.\n',
  addressed: "- Fog is nobody's fault, but the letters that follow a foggy week are addressed to us.\n",
  fisherman: '- The smallest harbour has one fisherman, who knows the tides better than we do and tells us so.\n',
  battery: '- Annika drives round the coast with a ladder and a spare battery.\n',
  almanac: '- The almanac arrives in March, as a book, and Piers types it in.\n',
  november: '- The harbour masters meet in November and tell us what they would like to see.\n',
  letters: '- Letters from sailors go to Annika, who answers every one of them by hand.\n',
  coastguard: '- The printer in the office belongs to the coastguard too; theirs goes first.\n',
  piers: '- Piers keeps the keys of the sheds, and a list of the dogs that live near them.\n',
  fridays: '- The cake on Fridays is bought by whoever was late on Monday.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'immingham printer fisherman november piers',
  'immingham printer addressed fisherman coastguard',
  'immingham ferries amateurs november coastguard',
  'immingham amateurs addressed fisherman almanac',
  'printer amateurs addressed battery november',
  'ferries amateurs fisherman november piers',
  'ferries addressed fisherman battery november',
  'addressed battery almanac november coastguard fridays',
  'printer addressed november letters piers',
  'immingham spring almanac letters coastguard fridays',
  'printer ferries fisherman november fridays',
  'fisherman battery almanac november letters fridays',
  'immingham printer addressed almanac november',
  'ferries addressed battery november piers fridays',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
