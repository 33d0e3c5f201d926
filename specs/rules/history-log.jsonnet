// Changelogs and session logs inside an instruction file.
//
// Half of the headings that name a changelog open rules about changelogs. So the heading must be
// nothing but the name of a log, and three quarters of what is below it must be dated or numbered.
local chaff = import '../lib/chaff.libsonnet';

local month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?'
  + @'|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?';
local day = @'\d{1,2}(?:st|nd|rd|th)?';
local date =
  '(?:' + @'(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])(?:[-/.](?:0?[1-9]|[12]\d|3[01]))?'
  + @'|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|1[0-2])[-/.](?:19|20)\d\d'
  + '|' + month + @'\s' + day + @',?\s(?:19|20)\d\d'
  + '|' + day + @'\s' + month + @',?\s(?:19|20)\d\d'
  + '|' + month + @'\s(?:19|20)\d\d' + ')';
local version = @'v?\d+(?:\.\d+)+\S{0,12}';

chaff.Rule {
  id: 'history-log',
  title: 'Changelog or session log in the instruction file',
  message: |||
    A log of what changed is read as if all of it held now: old versions, ports and commands stand
    beside those in force. Move it to a file of its own.
  |||,
  rationale: chaff.Rationale {
    hypothesis: |||
      A log of past changes is full of commands, paths and values that were true once. An agent takes
      some of them for the ones in force, so that moving the log to a file of its own raises the
      share of tasks done with the current value.
    |||,
    supports: [
      chaff.Claim {
        claim: 'Of the 814 lines of one instruction file 107 carried the number of a pull request.',
        source: 'inference-sim#1818',
      },
      chaff.Claim {
        claim: '68 % of an instruction file was history; maintainers moved it out.',
        source: 'llmwiki-harness#28',
      },
      chaff.Claim {
        claim: 'Maintainers ask for history to go, for attention and for cost.',
        source: 'Rackula#543, openlegion#982, MindAct#2439',
      },
    ],
    against: [
      chaff.Claim {
        claim: 'The size of the file and the position of an instruction had no detectable effect.',
        source: 'McMillan, arXiv 2605.10039',
      },
      chaff.Claim {
        claim: |||
          What is moved to a file that is read on demand is often not read: an index in the file
          answered 100 % of the questions, a skill to be opened 53 %. A log that holds the only
          statement of a rule would be missed.
        |||,
        source: 'Vercel, 2026-01-27',
      },
    ],
  },
  detect: chaff.SectionDetect {
    heading: [
      @'(?i)^[^\pL\pN]*(?:the |our |project |repo(?:sitory)? )?(?:change ?-?log|change history'
      + '|(?:recent|latest|past|previous|notable|major) (?:changes?|updates?|work|commits|sessions?)'
      + '|recently (?:changed|completed|done|finished|updated)'
      + '|(?:session|sessions|work|working|dev|development|progress|update|activity|change|project'
      + '|daily|maintenance|migration) ?-?(?:logs?|history|journal)'
      + '|history|log|(?:revision|version|edit|document|release) (?:history|log)|release notes'
      + @'|what(?:.s| has| is)? (?:changed|new)(?: recently| lately)?'
      + @')(?:\s*[(\[–—:-].{0,40})?[^\pL\pN]*$',
    ],
    unless_heading: [
      @'(?i)\b(?:rules?|formats?|guidelines?|polic(?:y|ies)|how|when|where|conventions?|templates?'
      + @'|examples?|entries|process|updating|requirements?|style|workflow|maintaining|writing)\b',
    ],
    entry: [
      // - 2026-01-20: moved …, ### v1.2 – 3 May 2026, **May 2026**
      @'(?i)^[^\pL\pN`]{0,8}(?:(?:' + version + @'|version ' + version
      + @'|on|as of|update|updated|since|week of|release|(?:session|sprint|week|day|phase)(?: \S{1,6})?)[^\pL\pN`]{1,6}){0,2}' + date + @'\b',
      // … (#371), PR #371, …/pull/371
      @'(?:^|[\s(\[,])#\d{2,6}\b',
      @'(?i)\bPR[ -]?#?\d{1,6}\b',
      @'/(?:pull|pulls|merge_requests)/\d+',
    ],
    unless_entry: [
      @'(?i)^[^\pL\pN]*(?:always|never|do not|don.t|must|should|please|ensure|make sure|prefer|avoid'
      + @'|every|each|all|if|when|before|after|see|refer)\b',
    ],
    min_entries: 3,
    min_share_percent: 75,
  },
  fix: chaff.MoveSection {
    to: 'docs/HISTORY.md',
    pointer: 'Past changes are listed in `docs/HISTORY.md`, for questions about how something came about.',
  },
  invalid: [
    chaff.Invalid {
      title: 'dated list between two sections',
      text: |||
        # Quarry

        ## Running

        - Start it with `make serve`.

        ## Recent changes

        - 2026-01-20: moved to Poetry (#371).
        - 2026-02-11: the test runner is now tox.
        - 2026-03-04: local server moved to port 8080.
          - Grafana had the old one.

        ## Words

        - An *issue* is one mailing.
      |||,
      findings: chaff.lines([7]),
      fixed: |||
        # Quarry

        ## Running

        - Start it with `make serve`.

        Past changes are listed in `docs/HISTORY.md`, for questions about how something came about.

        ## Words

        - An *issue* is one mailing.
      |||,
      fixed_files: {
        'docs/HISTORY.md': |||
          ## Recent changes

          - 2026-01-20: moved to Poetry (#371).
          - 2026-02-11: the test runner is now tox.
          - 2026-03-04: local server moved to port 8080.
            - Grafana had the old one.
        |||,
      },
    },
    chaff.Invalid {
      title: 'dated sub-headings, at the end, no blank line before',
      path: 'packages/api/AGENTS.md',
      text: |||
        # API

        Listens on port 5200.
        ## Session log
        ### 2026-05-02
        Moved the routes.

        - The tests still fail.
        ### 2026-05-03
        Mended the tests.
        ### 2026-05-04
        Deleted the old routes.
      |||,
      findings: chaff.lines([4]),
      fixed: |||
        # API

        Listens on port 5200.

        Past changes are listed in `docs/HISTORY.md`, for questions about how something came about.
      |||,
      fixed_files: {
        'packages/api/docs/HISTORY.md': |||
          ## Session log
          ### 2026-05-02
          Moved the routes.

          - The tests still fail.
          ### 2026-05-03
          Mended the tests.
          ### 2026-05-04
          Deleted the old routes.
        |||,
      },
    },
    chaff.Invalid {
      title: 'a table of versions; the file to move to is there already',
      repository: { 'docs/HISTORY.md': 'Old.\n' },
      text: |||
        ## Version history

        | when | what |
        |---|---|
        | 12 March 2026 | new invoices |
        | 2 April 2026 | new reminders |
        | 30 May 2026 | no more letters |
      |||,
      findings: chaff.lines([1]),
      fixed: |||
        ## Version history

        | when | what |
        |---|---|
        | 12 March 2026 | new invoices |
        | 2 April 2026 | new reminders |
        | 30 May 2026 | no more letters |
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'rules about the changelog',
      text: |||
        ## Changelog

        - Every pull request adds an entry to `CHANGELOG.md`, see #371 for a good one.
        - An entry starts with a date, such as 2026-01-20.
        - Never edit an entry of a released version; #402 shows what happens.
        - Entries end with the number of the pull request, `(#371)`.
      |||,
    },
    chaff.Valid {
      title: 'the heading is about something else',
      text: |||
        ## Changelog format

        - 2026-01-20: a line as it should be (#371).
        - 2026-01-21: another (#372).
        - 2026-01-22: a third (#373).

        ## Deadlines

        - 2026-12-01: the towns get the new map.
        - 2026-12-15: the old map goes.
        - 2027-01-10: the feast of lights.
      |||,
    },
    chaff.Valid {
      title: 'a history of two entries, and one without dates',
      text: |||
        ## History

        - 2026-01-20: moved to Poetry.
        - 2026-02-11: the test runner is now tox.

        ## Recent changes

        - We are moving from Poetry to uv.
        - Port 8080 is no longer ours.
        - The old map has gone.
      |||,
    },
    chaff.Valid {
      title: 'rules that point to what they were learnt from',
      text: |||
        ## History

        - Never reuse an error code (#371).
        - Always count rows before deleting them (#388).
        - Do not send on a Sunday (#412).
      |||,
    },
    chaff.Valid {
      title: 'in a fence',
      text: |||
        The log of a release looks like this:

        ```markdown
        ## Changelog

        - 2026-01-20: moved to Poetry (#371).
        - 2026-02-11: the test runner is now tox (#388).
        - 2026-03-04: local server moved to port 8080 (#412).
        ```
      |||,
    },
    chaff.Valid {
      title: 'quoted',
      text: |||
        > ## Changelog
        >
        > - 2026-01-20: moved to Poetry (#371).
        > - 2026-02-11: the test runner is now tox (#388).
        > - 2026-03-04: local server moved to port 8080 (#412).
      |||,
    },
    chaff.Valid {
      title: 'not English',
      text: |||
        ## Letzte Änderungen

        - 2026-01-20: auf Poetry umgestellt (#371).
        - 2026-02-11: Tests laufen mit tox (#388).
        - 2026-03-04: Port 8080 (#412).
      |||,
    },
  ],
  battery: import '../batteries/history-log/battery.jsonnet',
  practice: import '../batteries/history-log/practice.jsonnet',
  readings: import '../readings/history-log.json',
}
