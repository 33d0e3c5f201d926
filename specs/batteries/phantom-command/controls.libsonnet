// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  slot: '- A *slot* is 15 minutes of one aircraft; a *lesson* is 3 to 12 slots with one instructor.\n',
  block: '- *Block time* counts from chocks off to chocks on; *tacho time* is what the school bills.\n',
  instructor: '- An instructor has at most 8 hours of block time a day, of which 6 with students before their first solo.\n',
  student: '- A student may fly solo once 3 instructors have signed card 14; the date is `solo_from`.\n',
  weather: '- Weather minima are per school: ceiling in feet, visibility in metres, crosswind in knots.\n',
  squawk: '- A *squawk* is a fault that a pilot writes down; red ones ground the aircraft, amber ones do not.\n',
  times: '- Times are UTC in the database; a school has a `tz`, and only the site shows local time.\n',
  money: "- Money is in cents of the school's currency; VAT stands in `data/vat.csv` and is never computed from gross.\n",
  aircraft: '- Aircraft are named by registration without a dash: `DEKLM`, `OYBCD`, `SEGHT`.\n',
  cancelled: '- Cancelled lessons stay, with `cancelled_by` and one of the seven reasons in `data/reasons.csv`.\n',
  photographs: '- Photographs of log books go to the bucket `skylark-books`, one folder a student, for ten years.\n',
  table: '- The table `movements` is cut by quarter, `movements_2026q4`; older than five years is in cold storage.\n',
  questions: '- Questions about billing go to Ingrid, about weather data to Tomasz, about anything else to `#skylark`.\n',
  schools: '- Schools call the desk between 07:00 and 19:00 CET; what they report becomes a ticket of the form `SK-4821`.\n',
  changes: "- Changes are read by two people, one of whom has held a pilot's licence.\n",
  billing: '- Changes of the billing go out on the first Tuesday of a month, all others when they are ready.\n',
  names: '- Names in Go are short and in English; names of the trade are kept, even where they are odd.\n',
  errors: '- Errors are wrapped once, at the edge of a package, with what was being attempted.\n',
  page: '- A page shows one week; fewer than 3 clicks lead from there to any lesson.\n',
  colours: '- Colours tell instructors apart, never states: 1 in 12 pilots does not see red and green as others do.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'weather squawk aircraft photographs schools changes names',
  'instructor student squawk aircraft table billing names',
  'slot squawk times photographs changes errors page',
  'block weather squawk times aircraft changes page colours',
  'block instructor weather squawk times cancelled',
  'block money cancelled changes billing names page colours',
  'student squawk money aircraft photographs questions schools names',
  'block weather squawk billing errors page',
  'slot weather squawk aircraft cancelled photographs changes page colours',
  'instructor money aircraft schools colours',
  'block student weather times money cancelled billing page colours',
  'cancelled photographs table questions changes',
  'slot block instructor squawk times cancelled photographs schools names',
  'instructor weather squawk times aircraft table questions changes errors page',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
