// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  contexts: '- A function that waits takes a deadline as its first argument and gives up when that has passed.\n',
  brightness: '- Brightness is a whole number from 0 to 1000 inside the service, and a percentage only on the screen.\n',
  names: '- Names of towns are written as their people write them, with all the letters that this needs.\n',
  comments: '- Comments say why something is done; what is done should be plain from the code.\n',
  data: '- Test data is made by hand, small, and readable, because somebody will have to understand it in a hurry.\n',
  feasts: '- Each town has its own calendar of feasts, on which the lamps of the old quarter burn all night long.\n',
  midnight: '- Two of the towns switch every second lamp off after midnight, and one of them dims all lamps instead.\n',
  schools: '- Schools ask for brighter lamps on winter mornings, from seven until a quarter to nine.\n',
  harbour: '- The harbour keeps its own hours, which the harbour master sends as a table at the end of the month.\n',
  complaints: '- Complaints reach us through the town halls, and each of them gets an answer within two working days.\n',
  hills: '- In the hills the radio is weak, and a lamp may need three or four minutes before it does as it is told.\n',
  operators: '- The operators sit in the control room in shifts, and they are the ones who know what the lamps do now.\n',
  people: '- Marit looks after the masts and the radio; Jonas looks after the map and the screens.\n',
  wishes: '- The towns send their wishes to Ellen, who turns them into tickets and decides which come first.\n',
  letters: '- A change that the towns can see is announced to them a week before, in a letter that Ellen writes.\n',
  thursdays: '- Every second Thursday we look at the nights since the last time, and at what the lamps did wrong.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'contexts brightness names midnight harbour complaints thursdays',
  'data midnight complaints operators wishes letters thursdays',
  'contexts brightness names midnight complaints wishes thursdays',
  'contexts names comments midnight schools people wishes thursdays',
  'contexts brightness comments midnight schools complaints wishes',
  'contexts names comments data midnight schools operators wishes',
  'data feasts midnight harbour complaints operators',
  'contexts brightness midnight schools complaints operators wishes thursdays',
  'contexts brightness data midnight harbour complaints',
  'contexts names midnight harbour complaints hills wishes thursdays',
  'contexts brightness midnight complaints wishes thursdays',
  'contexts data feasts harbour complaints hills operators wishes',
  'contexts brightness names comments midnight schools wishes letters thursdays',
  'contexts names midnight schools wishes thursdays',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
