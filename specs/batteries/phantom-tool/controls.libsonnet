// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  sailing: '- A *sailing* is one ferry, one route, one departure; its key is `<route>-<date>-<time>`, as in `RB-20261130-0715`.\n',
  lane: '- A *lane metre* is what vehicles are sold by; a car takes 5, a coach 13, a lorry up to 19.\n',
  foot: '- Foot passengers board until 10 minutes before departure, vehicles until 25.\n',
  cabin: '- A cabin is sold whole, a couchette by the berth; pets travel in cabins of deck 6 only.\n',
  dangerous: '- Dangerous goods have a class from 1 to 9; classes 1 and 7 are refused at the kiosk.\n',
  manifest: '- The manifest closes at departure and goes to the coastguard within 15 minutes.\n',
  prices: '- Prices are in öre or cents, by the currency of the port of departure.\n',
  times: '- Times are local to the port; a crossing of a zone border is marked with `+1` or `-1`.\n',
  booking: '- A booking has a reference of six consonants; a changed one keeps it.\n',
  names: '- Names are stored as in the passport, in capitals, and shown as the passenger typed them.\n',
  cancelled: '- Cancelled sailings stay, with one of the reasons `wind`, `ice`, `engine`, `crew`.\n',
  positions: '- Positions of ships come every 30 seconds and are kept for 90 days.\n',
  office: '- The office in Rødby answers for routes, the one in Tallinn for prices.\n',
  masters: '- Masters may overrule the number of lane metres, never that of persons.\n',
  changes: '- Changes of the kiosk go out on Wednesdays, when a technician is on every ship.\n',
  reviews: '- Reviews are done by whoever has last been on board; there is a list in the canteen.\n',
  colleagues: '- New colleagues sail once to and fro before they change anything.\n',
  ruby: '- Ruby is written with two spaces, short methods and no metaprogramming.\n',
  kiosk: '- A kiosk screen holds at most five buttons, each as large as a thumb in a glove.\n',
  texts: '- Error texts say what the passenger can do now, and never who is to blame.\n',
  blue: '- Blue is for water, yellow for vehicles, and red for nothing but alarms.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'lane foot cabin manifest prices times booking cancelled reviews colleagues ruby',
  'foot cabin manifest booking cancelled positions office reviews colleagues ruby kiosk blue',
  'sailing foot dangerous manifest times names office masters kiosk texts',
  'sailing cabin dangerous prices booking names masters changes colleagues ruby kiosk texts',
  'sailing dangerous booking office masters changes colleagues ruby kiosk texts',
  'foot cabin dangerous times booking positions masters changes reviews colleagues ruby'
  + ' kiosk texts',
  'sailing lane foot dangerous manifest booking names cancelled office masters ruby texts blue',
  'sailing lane cabin prices times booking colleagues kiosk blue',
  'lane foot dangerous prices booking names cancelled positions office masters changes'
  + ' reviews kiosk blue',
  'foot cabin prices times booking positions reviews colleagues texts',
  'sailing lane cabin dangerous times booking names cancelled positions masters reviews'
  + ' colleagues ruby kiosk',
  'sailing cabin manifest prices cancelled positions office kiosk',
  'lane foot cabin dangerous manifest prices times booking cancelled masters reviews'
  + ' ruby kiosk texts blue',
  'lane foot dangerous manifest prices times booking cancelled office masters reviews'
  + ' colleagues ruby kiosk texts blue',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
