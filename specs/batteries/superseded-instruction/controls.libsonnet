// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  api: '- `packages/api` is the HTTP API (Fastify 5); its routes are in `src/berths`, `src/bookings` and `src/harbours`.\n',
  web: '- `packages/web` is the booking site (React 19, Vite); shared controls are in `src/ui`, pages in `src/pages`.\n',
  sync: '- `packages/sync` reads berth sensors over MQTT, topic `harbour/<id>/berth/<nr>/state`, QoS 1.\n',
  seed: '- `tools/seed` fills an empty database with 3 harbours, 120 berths and 400 bookings.\n',
  infra: '- `infra/` holds Terraform for eu-central-1; only the platform group applies it.\n',
  logins: '- Sample logins are `owner@harbour.example` and `master@harbour.example`, password `berth`.\n',
  errors: '- Errors that a user can see are `UserFacingError` with a message key from `locales/en.json`.\n',
  dates: '- Dates are `Temporal.PlainDate` inside, ISO strings at the edges; never a local `Date`.\n',
  sensors: '- Sensors are replayed from `fixtures/mqtt/*.ndjson`; a frame is `{ts, berth, state, volts}`.\n',
  columns: '- Columns that hold a length end in `_cm`, those that hold money in `_cents`, booleans start with `is_`.\n',
  partitions: '- Large tables (`bookings`, `berth_states`) are partitioned by month: `bookings_2026_11`.\n',
  rows: '- Rows are never deleted; `archived_at` is set, and the view `active_bookings` hides them.\n',
  reviews: '- Pull requests stay under 400 changed lines and are squashed by whoever merges.\n',
  production: '- Production goes out on Tuesday and Thursday at 10:00 by the release captain.\n',
  vat: '- VAT is 19 % in DE, 21 % in NL, 25 % in DK and SE; the table is `data/vat.json`.\n',
  berth: '- A *berth* is one place for one boat; a *pontoon* has 8 to 40 berths and one letter, `A` to `M`.\n',
  stay: '- A *stay* is one boat in one berth without a break; its key is `<harbour>-<berth>-<arrival>`.\n',
  draught: '- *Draught* is how deep a boat reaches; *air draught* is how high; both in centimetres, 40 to 900.\n',
  roles: '- A *harbour master* sees one harbour; a *fleet user* sees up to 25 boats; `role` is `hm` or `fleet`.\n',
  season: '- *High season* is 15 May to 15 September, in `data/seasons.csv`; *shoulder* is three weeks either side.\n',
  dashboards: '- Dashboards are in Grafana, folder `tidepool`; alerts go to `#tidepool-alerts`, then to PagerDuty `TP-CORE`.\n',
  latency: '- An API answer over 800 ms (p95, 10 minutes) pages; a sync lag over 120 s only warns.\n',
  traces: '- Traces carry `harbour.id`, `berth.nr` and `booking.ref`; personal data is never put on a span.\n',
  sentry: '- Sentry projects are `tidepool-api`, `tidepool-web` and `tidepool-sync`; `web` drops 90 % of its events.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'seed logins errors dates columns rows reviews production vat berth draught season'
  + ' dashboards latency',
  'api web infra logins errors dates columns reviews production draught roles season'
  + ' dashboards latency',
  'api web logins errors dates columns rows reviews production season dashboards latency'
  + ' sentry',
  'web seed infra logins errors dates columns partitions reviews production vat stay season'
  + ' latency sentry',
  'api seed logins errors dates rows reviews production stay roles season latency sentry',
  'api web seed infra logins errors dates sensors columns partitions reviews production'
  + ' season traces sentry',
  'api sync seed infra logins errors dates sensors reviews production draught latency'
  + ' traces',
  'seed infra logins errors dates sensors columns partitions rows reviews production berth'
  + ' stay draught roles latency',
  'web sync seed sensors columns partitions reviews production draught roles season traces',
  'web sync seed infra logins errors dates columns partitions reviews production stay'
  + ' draught roles dashboards latency',
  'web sync seed infra logins errors reviews production stay dashboards latency traces',
  'sync seed infra logins errors dates sensors columns partitions rows reviews production'
  + ' vat stay draught season latency',
  'api web sync seed infra errors dates sensors columns partitions rows reviews production'
  + ' roles season latency traces',
  'web errors dates sensors columns partitions rows production draught season traces',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
