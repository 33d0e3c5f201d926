// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  api: '- `src/quill/api` is the HTTP service (Starlette); `src/quill/deliver` sends, in batches of 250.\n',
  compose: '- `src/quill/compose` makes messages: `render.py` for HTML, `plain.py` for text, `dkim.py` for signing.\n',
  admin: '- `src/quill/admin` is the site for editors (HTMX); its pages are `pages/*.html`, its texts `texts/de.ftl`.\n',
  stats: '- `src/quill/stats` counts opens and clicks per hour and museum; raw hits are dropped after 48 hours.\n',
  infra: '- `infra/ansible` describes the three hosts `quill-a`, `quill-b` and `quill-mx`; operations owns it.\n',
  fonts: '- `assets/fonts` holds Spectral and Inter, subset to Latin-1; the licence texts lie beside them.\n',
  drafts: '- Drafts for trying things out come from `samples/*.json`: 12 museums, 30 issues, 4 languages.\n',
  size: '- A message has at most 102 kB of HTML, else Gmail clips it; pictures are 600 px wide at 2x.\n',
  links: '- Links carry `utm_source=quill` and `utm_campaign=<museum>-<issue>`; nothing that names a reader.\n',
  bounces: '- Bounces: a hard one (5.x.x) stops the address at once, a soft one (4.x.x) after 5 in 14 days.\n',
  queues: '- Queues are Redis streams, `out:new`, `out:again` and `out:dead`; each entry has `issue`, `to_hash`, `try`.\n',
  alerts: '- Alerts: more than 2 % bounces in an hour, or a queue older than 20 minutes; both go to `#quill-ops`.\n',
  backups: '- Backups of PostgreSQL run at 03:20 to `s3://quill-backup/pg`, kept 35 days, restored for practice in March.\n',
  docstrings: '- Public functions have a docstring of one sentence; modules stay below 400 lines; no `utils.py`.\n',
  times: "- Times are aware `datetime`s in UTC; a museum's own zone is in `museum.tz`, e.g. `Europe/Vienna`.\n",
  money: '- Money does not occur; counts are `int`, shares are `Fraction`, shown with one decimal.\n',
  sql: '- SQL is written out in `queries/*.sql` and loaded by `aiosql`; names look like `issue_by_slug`.\n',
  texts: '- Texts that a reader sees are in `texts/<lang>.ftl`; English is the source, German is checked by Petra.\n',
  issue: '- An *issue* is one mailing of one museum; a *draft* becomes an issue when it has a date and a list.\n',
  list: "- A *list* is a saved question (`lang = 'fr' and since > 2024`), not a set of addresses.\n",
  wave: '- A *wave* is the part of an issue that goes out in one hour: 4,000 for new senders, 20,000 later.\n',
  seed: '- A *seed* is an address of ours (`seed-1` to `seed-9`) that is in every wave.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'api admin infra links queues alerts docstrings times money issue list seed',
  'compose admin stats infra drafts queues alerts backups sql texts list wave',
  'api compose admin infra drafts links queues backups sql texts issue',
  'api compose drafts links bounces queues docstrings times money sql issue list wave',
  'compose drafts links bounces queues backups money texts issue wave seed',
  'api compose admin stats drafts size links queues backups times texts list wave',
  'api compose infra drafts bounces alerts backups docstrings times money issue list wave'
  + ' seed',
  'compose admin stats infra fonts queues backups times texts issue',
  'api compose admin stats fonts size links bounces queues alerts docstrings times sql'
  + ' issue',
  'api compose fonts drafts size bounces queues alerts backups money sql issue list wave'
  + ' seed',
  'compose stats links bounces alerts backups money sql list wave',
  'api compose admin stats size links queues alerts backups times money texts issue list'
  + ' wave',
  'api compose admin stats infra fonts drafts size links bounces docstrings times sql issue'
  + ' list seed',
  'compose admin stats infra links bounces queues alerts docstrings times money sql texts'
  + ' issue list wave',
  'compose admin stats fonts queues backups times texts wave',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
