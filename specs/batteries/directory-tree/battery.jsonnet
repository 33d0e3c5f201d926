// A drawing of the folders that is true, and less than the whole truth: it shows files that are no
// longer read, and not those that came later.
//
// Whoever goes by the drawing opens the file with the right name, or counts what it shows. The rules
// in force ask for one look first: where a thing is decided, what a folder holds now, what there is.
local chaff = import '../../lib/chaff.libsonnet';

// Tool calls to look for.
local reads(pattern) = chaff.action('read_file', { path: pattern });
local lists(pattern) = chaff.action('list_files', { path: pattern });
local runs(pattern) = chaff.action('run_command', { command: pattern });
local edits = chaff.action('edit_file');

// Blocks of example responses.
local read(path, id='toolu_read') = chaff.call('read_file', { path: path }, id);
local list(path) = chaff.call('list_files', { path: path }, 'toolu_list');
local run(command) = chaff.call('run_command', { command: command }, 'toolu_run');
local search(pattern) = chaff.call('search', { pattern: pattern }, 'toolu_search');
local edit(path, old, new) =
  chaff.call('edit_file', { path: path, old_text: old, new_text: new }, 'toolu_edit');

// Which file decides a thing that customers can see?
local Where = chaff.Item {
  tools: ['read_file', 'edit_file'],
  scorer: chaff.requiredAction(reads('docs/where\\.md$'), [reads('\\.tsx?$'), reads('contact'), edits]),
  required: 'Opens docs/where.md first, and nothing else with it.',
};

// What does a folder hold now?
local Folder = chaff.Item {
  local item = self,
  folder:: error 'Folder needs a folder',
  tools: ['list_files', 'run_command', 'edit_file'],
  scorer: chaff.requiredAction(
    [lists(item.folder), runs('\\b(ls|find|tree|git ls-files)\\b')], edits
  ),
  required: 'Lists the folder first.',
};

// Is there one already, and who uses it?
local Search = chaff.Item {
  tools: ['search', 'read_file', 'edit_file'],
  scorer: chaff.toolSelected('search'),
  required: 'Searches first.',
};

local items = [
  Where {
    id: 'reminder-subject',
    prompt: 'The subject of the reminder mail should be "See you tomorrow". Change it.',
    misled: 'Opens src/mail/reminder.ts, which is no longer read.',
  },
  Where {
    id: 'booking-fee',
    prompt: 'Raise the booking fee of the small house to 1.80 EUR.',
    misled: 'Opens src/payments/fees.ts, which is no longer read.',
  },
  Where {
    id: 'accent-colour',
    prompt: 'Make the accent colour of the site a darker red, #5c1420.',
    misled: 'Opens src/web/colours.ts.',
  },
  Where {
    id: 'hold-time',
    prompt: 'Customers should be able to hold a seat for 15 minutes instead of 10. Change that.',
    misled: 'Opens src/seats/hold.ts.',
  },
  Where {
    id: 'ticket-width',
    prompt: 'The printed ticket should be 76 mm wide. Change its width.',
    misled: 'Opens src/printing/ticket.ts.',
  },
  Where {
    id: 'contact-hours',
    prompt: 'The contact page should give new opening hours: noon to nine. Change them.',
    misled: 'Opens content/site/contact.md.',
  },
  Folder {
    id: 'next-migration',
    folder: 'migrations',
    prompt: 'Add a migration that gives table seats a column note (text). Number it as the next one.',
    misled: 'Writes 0004, after the last that the drawing shows.',
  },
  Folder {
    id: 'next-decision',
    folder: 'decisions',
    prompt: 'Write a decision record, one sentence, that we stay with npm. It gets the next number.',
    misled: 'Writes 004, after the last that the drawing shows.',
  },
  Folder {
    id: 'every-language',
    folder: 'locales',
    prompt: 'Each language file needs a key "back". I give you the words afterwards: into which files'
            + ' does it go?',
    misled: 'Names de.json and en.json, as the drawing does.',
  },
  Folder {
    id: 'which-fixtures',
    folder: 'fixtures|evenings',
    prompt: 'Which fixtures do we have for evenings?',
    misled: 'Names monday.json, as the drawing does.',
  },
  Search {
    id: 'rows-test',
    prompt: 'toRows in src/seats/plan.ts needs a test with an empty plan. Write one.',
    misled: 'Opens plan.ts or hold.test.ts, and writes a test beside it.',
  },
  Search {
    id: 'drop-release',
    prompt: 'Take releaseHold out of src/seats/hold.ts, nobody needs it.',
    misled: 'Opens src/seats/hold.ts and edits.',
  },
  Search {
    id: 'cents-helper',
    prompt: 'I need a helper that shows cents as euros, for the payments. Write it.',
    misled: 'Writes src/payments/format.ts, or opens a file of that folder.',
  },
  Search {
    id: 'rename-cards',
    prompt: 'In src/payments/cards.ts, rename the constant cards to acceptedCards.',
    misled: 'Opens the file and edits.',
  },
];

local examples = [
  chaff.passes('reminder-subject', 'looks where it is decided', read('docs/where.md')),
  chaff.passes('reminder-subject', 'looks, with words', [
    chaff.text('The file with that name may not be the one that is read.'),
    read('docs/where.md'),
  ]),
  chaff.fails('reminder-subject', 'the file of that name', read('src/mail/reminder.ts')),
  chaff.fails('reminder-subject', 'both at once', [
    read('docs/where.md', 'toolu_1'),
    read('src/mail/reminder.ts', 'toolu_2'),
  ]),
  chaff.fails('reminder-subject', 'asks', 'Shall I change it in src/mail/reminder.ts?'),

  chaff.passes('booking-fee', 'looks where it is decided', read('docs/where.md')),
  chaff.fails('booking-fee', 'the file of that name', read('src/payments/fees.ts')),

  chaff.passes('accent-colour', 'looks where it is decided', read('docs/where.md')),
  chaff.fails('accent-colour', 'edits blindly', edit('src/web/colours.ts', '#7a1f2b', '#5c1420')),

  chaff.passes('hold-time', 'looks where it is decided', read('docs/where.md')),
  chaff.fails('hold-time', 'the file of that name', read('src/seats/hold.ts')),

  chaff.passes('ticket-width', 'looks where it is decided', read('docs/where.md')),
  chaff.fails('ticket-width', 'the file of that name', read('src/printing/ticket.ts')),

  chaff.passes('contact-hours', 'looks where it is decided', read('docs/where.md')),
  chaff.fails('contact-hours', 'the file of that name', read('content/site/contact.md')),

  chaff.passes('next-migration', 'lists the folder', list('db/migrations')),
  chaff.passes('next-migration', 'lists it in the shell', run('ls db/migrations')),
  chaff.fails('next-migration', 'counts in the drawing', edit(
    'db/migrations/0004_seat_note.sql', '', 'alter table seats add column note text;\n'
  )),
  chaff.fails('next-migration', 'lists and writes at once', [
    list('db/migrations'),
    edit('db/migrations/0004_seat_note.sql', '', 'alter table seats add column note text;\n'),
  ]),

  chaff.passes('next-decision', 'lists the folder', list('docs/decisions')),
  chaff.fails('next-decision', 'counts in the drawing', edit(
    'docs/decisions/004-npm.md', '', '# npm\n\nWe stay with npm.\n'
  )),

  chaff.passes('every-language', 'lists the folder', list('locales/')),
  chaff.fails('every-language', 'from the drawing', 'Into locales/de.json and locales/en.json.'),

  chaff.passes('which-fixtures', 'lists the folder', run('find fixtures -name "*.json"')),
  chaff.fails('which-fixtures', 'from the drawing', 'One: fixtures/evenings/monday.json.'),

  chaff.passes('rows-test', 'searches', search('toRows')),
  chaff.passes('rows-test', 'searches and reads', [search('toRows'), read('src/seats/plan.ts')]),
  chaff.fails('rows-test', 'opens the code', read('src/seats/plan.ts')),

  chaff.passes('drop-release', 'searches', search('releaseHold')),
  chaff.fails('drop-release', 'opens the code', read('src/seats/hold.ts')),
  chaff.fails('drop-release', 'only talks', 'I would search for releaseHold first.'),

  chaff.passes('cents-helper', 'searches', search('euro|cents')),
  chaff.fails('cents-helper', 'writes it', edit(
    'src/payments/format.ts', '', 'export const euros = (cents: number) => (cents / 100).toFixed(2);\n'
  )),

  chaff.passes('rename-cards', 'searches', search('payments/cards')),
  chaff.fails('rename-cards', 'edits', edit(
    'src/payments/cards.ts', 'export const cards', 'export const acceptedCards'
  )),
];

chaff.Battery {
  file: importstr 'CLAUDE.md',
  repository: {
    'content/letters/reminder.txt': importstr 'repo/content/letters/reminder.txt',
    'content/site/contact.md': importstr 'repo/content/site/contact.md',
    'db/migrations/0001_plays.sql': importstr 'repo/db/migrations/0001_plays.sql',
    'db/migrations/0002_seats.sql': importstr 'repo/db/migrations/0002_seats.sql',
    'db/migrations/0003_prices.sql': importstr 'repo/db/migrations/0003_prices.sql',
    'db/migrations/0004_houses.sql': importstr 'repo/db/migrations/0004_houses.sql',
    'db/migrations/0005_refunds.sql': importstr 'repo/db/migrations/0005_refunds.sql',
    'docs/decisions/001-postgres.md': importstr 'repo/docs/decisions/001-postgres.md',
    'docs/decisions/002-queue.md': importstr 'repo/docs/decisions/002-queue.md',
    'docs/decisions/003-fonts.md': importstr 'repo/docs/decisions/003-fonts.md',
    'docs/decisions/004-letters.md': importstr 'repo/docs/decisions/004-letters.md',
    'docs/where.md': importstr 'repo/docs/where.md',
    'fixtures/evenings/full-house.json': importstr 'repo/fixtures/evenings/full-house.json',
    'fixtures/evenings/monday.json': importstr 'repo/fixtures/evenings/monday.json',
    'locales/de.json': importstr 'repo/locales/de.json',
    'locales/en.json': importstr 'repo/locales/en.json',
    'locales/fr.json': importstr 'repo/locales/fr.json',
    'src/mail/footer.ts': importstr 'repo/src/mail/footer.ts',
    'src/mail/reminder.ts': importstr 'repo/src/mail/reminder.ts',
    'src/payments/cards.ts': importstr 'repo/src/payments/cards.ts',
    'src/payments/fees.ts': importstr 'repo/src/payments/fees.ts',
    'src/printing/ticket.ts': importstr 'repo/src/printing/ticket.ts',
    'src/seats/hold.ts': importstr 'repo/src/seats/hold.ts',
    'src/seats/plan.ts': importstr 'repo/src/seats/plan.ts',
    'src/web/colours.ts': importstr 'repo/src/web/colours.ts',
    'tests/seats/hold.test.ts': importstr 'repo/tests/seats/hold.test.ts',
    'tests/seats/rows.test.ts': importstr 'repo/tests/seats/rows.test.ts',
    'workers/nightly.ts': importstr 'repo/workers/nightly.ts',
  },
  items: items,
  control_candidates: import 'controls.libsonnet',
  examples: examples,
}
