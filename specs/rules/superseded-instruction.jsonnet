// Instructions that the file itself marks as superseded and still carries.
//
// On public files, bare words such as "deprecated" or "no longer" stand almost always in rules
// about deprecation. So only a mark on the whole block counts: struck through from end to end, or a
// marker in brackets or before a colon around what is otherwise a complete instruction.
local chaff = import '../lib/chaff.libsonnet';

// Markers that can only be about the instruction, and those that may be about a thing in it.
local clear =
  'superseded|withdrawn|no longer (?:valid|applies|applicable|in force|in effect|current|true|used)';
local any_marker = 'deprecated|obsolete|out of date|outdated|' + clear;
local detail =
  @'(?:(?:,|:|;|\s[-–—]|\sby|\ssince|\sas of|\sin|\sfrom)\s[^()\[\]]{1,80}|\s\d[^()\[\]]{0,40})?';
local bracketed(markers) = @'[*_]*[(\[](?:now )?(?:' + markers + ')' + detail + @'[)\]]';
local end = @'[.!]?[*_]*$';

// Words that an instruction starts with; `mark`, `tag` and the like are left out on purpose.
local directive =
  '(?:please )?(?:use|run|start|call|put|write|keep|add|create|open|install|build|deploy|store'
  + '|name|commit|push|branch|rebase|squash|always|prefer|import|set|place|merge|test|format|lint'
  + '|log|follow|target|send|read|make|release|bump|generate|copy|move|wrap|return|throw|check|ask'
  + '|pin|declare|define|configure|execute|publish|upload|download|fetch|load|save|cache|restart)';

chaff.Rule {
  id: 'superseded-instruction',
  title: 'Superseded instruction left in place',
  message: |||
    The file itself marks this instruction as no longer in force, and an agent still reads it. Delete
    it, and leave what replaces it.
  |||,
  rationale: chaff.Rationale {
    hypothesis: |||
      An instruction that is struck through, or marked as superseded or deprecated, is still read.
      Some of the time the agent follows it instead of the one that replaced it, so that deleting it
      raises the share of tasks done as the instruction in force requires.
    |||,
    supports: [
      chaff.Claim {
        claim: |||
          With one stale "Conventions" section in the file 0 of 15 runs did the right thing, without
          it 15 of 15.
        |||,
        source: 'harness-ablate, published sample of 150 Sonnet runs',
      },
      chaff.Claim {
        claim: 'A superseded ruling kept being taught to agents, and nothing signalled it.',
        source: 'kamp-us/phoenix#4201',
      },
      chaff.Claim {
        claim: |||
          Conflicting instructions were found in 28 of 100 repositories, by a language model whose
          findings were right in 57 % of the cases.
        |||,
        source: 'dos Santos et al., arXiv 2606.15828',
      },
    ],
    against: [
      chaff.Claim {
        claim: |||
          The conflict of two adjacent instruction files had no detectable effect, and size together
          with conflict gave an affirmative null.
        |||,
        source: 'McMillan, arXiv 2605.10039',
      },
      chaff.Claim {
        claim: |||
          The mark is in the text: a strong model may well read it and do the right thing. And of 18
          strongly worded marks in 270 public files, none was a superseded instruction left in
          place, so the rule will seldom have something to say.
        |||,
        source: 'reading of 270 public instruction files, 2026-11-30',
      },
    ],
  },
  detect: chaff.BlockDetect {
    any: [
      // ~~Struck through from end to end.~~
      @'(?i)^[*_]*~~(?:' + directive + @'\s|[^~\s]+\s+[^~\s]+\s)(?:[^~]|~[^~])+~~' + end,
      // A complete sentence. (deprecated)
      @'(?i)[.!][`"”’)*_]*\s+' + bracketed(any_marker) + end,
      // Use the thing for this (superseded by that)
      '(?i)^[*_]*' + directive + @'\b.{8,}\s' + bracketed(clear) + end,
      // Use the thing for this. Superseded by that.
      '(?i)^[*_]*' + directive + @'\b.{8,}(?:\s[-–—]+|[.;,])\s+[*_]*(?:now )?(?:' + clear
      + @')(?:\sby\s[^.]{1,80})?' + end,
      // (obsolete) Things are kept for ninety days.
      '(?i)^' + bracketed(any_marker) + @':?[*_]*\s+["“*_]*(?:' + directive
      + @'\b.{8,}|\pL.{8,}[.!][*_`"”)]*)$',
      // Deprecated: use the thing for this.
      '(?i)^[*_]*(?:now )?(?:deprecated|obsolete|' + clear
      + @')(?:\sby\s[^:]{1,60})?[*_]*\s*(?::|\s[–—])[*_]*\s+["“*_]*' + directive + @'\b.{8,}',
    ],
    unless: [
      '(?i)strike-?through',
      // Entries on code and links say that the thing is deprecated, which is news.
      @'(?i)^[*_(\[]*(?:deprecated[\])]*:?\s+)?(?:`|!?\[[^\]]*\]\()',
      @'(?i)^[*_]*[^~*_][^*_:]{0,40}[*_]*(?:\s[-–—]|:)[*_]*\s+.{0,60}\s\(deprecated\)' + end,
      // Rules about superseding and deprecation.
      @'(?i)^[^~].*(?:@deprecated|deprecat(?:e|es|ing|ion)\b)',
      @'(?i)\b(?:with|as|in|is|are|by|of|to|the|a|label|word|suffix|prefix|note|status|like|for)\s+'
      + @'["`“*_]*[(\[](?:' + any_marker + ')',
      @'(?i)^[*_"“]*(?:do not|don.t|never|avoid|stop|no|mark|tag|label|annotate)\b.*'
      + '(?:deprecated|obsolete|outdated|out of date)',
      @'(?i)\b(?:not|never|rather than|over)\b[^.!]*\s[*_]*[(\[](?:' + any_marker + ')',
      @'(?i)^[*_(\[]*(?:' + any_marker + @')[*_)\]]*\s*[:–—-][*_]*\s+use (?:for|when|if|only|this)\b',
      // The bracket holds all that is out of force; what follows it is in force.
      @'(?i)^[*_]*[(\[](?:now )?(?:' + any_marker + @')\s*[:;–—-][^)\]]*[.!][)\]]',
      // What is in force stands in the same block.
      @'(?i)^[^~].*\binstead\b',
      '(?i)' + @'[(\[](?:' + any_marker + @')[^)\]]*\b(?:use|prefer|run|switch to)\s',
    ],
    // Struck through there means done.
    unless_under: [
      '(?i)' + @'\b(?:to-?dos?|tasks?|roadmap|backlog|done|completed|milestones?|bugs?|fixed|progress'
      + '|plans?|phases?|checklists?|next steps|issues|limitations|debt|examples?|markdown|syntax'
      + @'|status(?:es)?|changelog|history)\b',
    ],
    nested: 'report',
  },
  fix: chaff.DeleteBlock {},
  invalid: [
    chaff.Invalid {
      title: 'struck through, in a list',
      text: |||
        # Working here

        - ~~Install dependencies with `npm install`.~~
        - Install dependencies with `pnpm install`.
      |||,
      findings: chaff.lines([3]),
      fixed: |||
        # Working here

        - Install dependencies with `pnpm install`.
      |||,
    },
    chaff.Invalid {
      title: 'marked behind, before and by a label; a task as a paragraph',
      text: |||
        # Service

        Deprecated: use port 4100 for the local server.

        The local server listens on port 5200.

        ## Git

        1. Start new branches from `develop`. (deprecated)
        2. Start new branches from `trunk`.
        3. (obsolete) Logs are kept for 90 days.
        4. Logs are kept for 14 days.
      |||,
      findings: chaff.lines([3, 9, 11]),
      fixed: |||
        # Service

        The local server listens on port 5200.

        ## Git

        2. Start new branches from `trunk`.
        4. Logs are kept for 14 days.
      |||,
    },
    chaff.Invalid {
      title: 'the marker names what came after; wrapped over two lines',
      text: |||
        ## Tests

        * Run the tests of one package with `make test`
          (superseded by `make verify`).
        * `make verify` runs the tests of one package.
      |||,
      findings: chaff.lines([3]),
      fixed: |||
        ## Tests

        * `make verify` runs the tests of one package.
      |||,
    },
    chaff.Invalid {
      title: 'with blocks inside it is reported and left',
      text: |||
        - ~~Release from the shell of the build machine.~~
          - Ask the release captain first.
        - ~~Tag a release by hand when it is out.~~
      |||,
      findings: chaff.lines([1, 3]),
      fixed: |||
        - ~~Release from the shell of the build machine.~~
          - Ask the release captain first.
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'rules about superseding and deprecation',
      text: |||
        # Conventions

        - Mark deprecated functions with `@deprecated` and name the replacement.
        - Mark deprecated specs with ~~strikethrough~~; never renumber them.
        - Prefix the title of an old decision with [superseded].
        - **Deprecated**: features that will be removed in the next major version.
        - Never import from `lib/old` (deprecated).
        - Superseded decisions stay in `docs/adr`, with a link to the new one.
      |||,
    },
    chaff.Valid {
      title: 'news about code: the thing is deprecated, the entry is in force',
      text: |||
        - `packages/legacy`: the old client, kept for two customers. (deprecated)
        - Entity Service is deprecated, always use the Document Service.
        - Deprecated: `moment`, use `date-fns` instead.
        - Run the tests with `make test` (deprecated, use `make verify` instead).
      |||,
    },
    chaff.Valid {
      title: 'the bracket holds all that is out of force',
      text: |||
        (Obsolete: the seeds were sorted by hand. Sort them with the small sieve.)
        Seeds come sorted from the mill, and are weighed here.
      |||,
    },
    chaff.Valid {
      title: 'in a fence, and in code',
      text: |||
        A superseded line looks like this:

        ```markdown
        - ~~Install dependencies with `npm install`.~~
        ```

        `~~Install dependencies with npm install.~~`
      |||,
    },
    chaff.Valid {
      title: 'quoted',
      text: |||
        > ~~Install dependencies with `npm install`.~~

        > - Start new branches from `develop`. (deprecated)
      |||,
    },
    chaff.Valid {
      title: 'part of a sentence',
      text: |||
        - Install dependencies with ~~`npm install`~~ `pnpm install`.
        - ~~Use npm.~~ Use pnpm for everything.
        - The cache (superseded in spirit, not in fact) is still on.
      |||,
    },
    chaff.Valid {
      title: 'done, not superseded',
      text: |||
        ## Roadmap

        - ~~Move the invoices to the new template engine.~~
        - Move the reminders as well.
      |||,
    },
    chaff.Valid {
      title: 'not English',
      text: |||
        # Arbeiten

        - Neue Zweige beginnen bei `develop`. (veraltet)
        - Neue Zweige beginnen bei `trunk`.
      |||,
    },
  ],
  battery: import '../batteries/superseded-instruction/battery.jsonnet',
  practice: import '../batteries/superseded-instruction/practice.jsonnet',
  readings: import '../readings/superseded-instruction.json',
}
