// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  scans: '- Scans are up to 900 megapixels; opening one whole needs a machine that we do not have.\n',
  plate: '- A plate has a front, a back and a box, and all three of them have been photographed.\n',
  name: '- A name says what a thing is to an archivist; programmers come second.\n',
  dates: '- Dates are kept as they were written, with a reading beside them: "Easter 1911" is a date.\n',
  places: '- Places are kept by the name on the plate; borders have moved since, names have moved twice.\n',
  does: '- A function does one thing; if its name needs an "and", there are two.\n',
  named: '- Nobody is named on a page who is not a hundred years old, or was asked.\n',
  measures: '- Measures are in millimetres, of the object and not of the scan.\n',
  colours: '- Colours have been chosen with Ilse, who sees three of them; ask her about a fourth.\n',
  negative: '- A *plate* is a negative on glass; a *print* is what was made from it, by whomever.\n',
  fonds: '- A *fonds* is all that came from one person or office, in the order it came in.\n',
  gap: '- A *gap* is a number that no object has, and it stays in the list for ever.\n',
  twin: '- A *twin* is a second scan of one object; the better one is shown, both are kept.\n',
  donor: '- A *donor* gave something, a *lender* wants it back; letters to either are signed by Ruth.\n',
  quarter: '- A *quarter* has thirteen weeks here, and reports are due in the last of them.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'scans plate name dates places measures colours fonds gap quarter',
  'scans plate dates does named measures colours fonds gap donor',
  'scans plate dates named colours negative fonds gap twin',
  'plate name places does named measures negative fonds gap twin quarter',
  'scans name dates does colours negative gap donor quarter',
  'scans plate name places does named measures colours negative donor quarter',
  'name dates places does measures colours negative twin donor',
  'scans plate name dates places named measures colours negative twin quarter',
  'scans dates places negative fonds gap donor quarter',
  'scans name dates does measures negative fonds gap twin donor quarter',
  'plate dates named negative fonds gap donor quarter',
  'scans dates places measures colours negative fonds gap twin donor quarter',
  'scans plate dates does measures colours gap donor',
  'scans name dates places does named measures colours fonds twin donor quarter',
  'scans plate name dates named measures colours negative fonds twin donor quarter',
  'plate name dates places does named measures colours negative fonds gap twin quarter',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
