// Blanks of a template that nobody filled in.
//
// A file may talk about blanks all day: templates, commit formats, callouts, checkboxes, routes. So a
// blank counts where it is the whole block or the whole value of a label, or where it says "your".
local chaff = import '../lib/chaff.libsonnet';

// [YOUR_TEAM_NAME], <YOUR_TEAM_NAME>
local yours = '(?:YOUR|INSERT|ENTER|MY)(?:[_ -][A-Z0-9]+)+';
local your = @'(?:\[' + yours + @'\]|<' + yours + '>)';
// [PROJECT_NAME], [RELEASE DATE]: upper case, at least two words, the last of them a thing to fill in.
local thing =
  @'\[[A-Z][A-Z0-9]*(?:[_ -][A-Z0-9]+)*[_ -](?:NAMES?|URL|EMAIL|TITLE|DESCRIPTION|COMMAND|VERSION|DATE|PATH'
  + @'|PORT|TEAM|OWNER|HOST|HERE|ADDRESS|NUMBER|CHANNEL|PREFIX)\]';
// [Describe your project here], <insert description>, <your project name>
local told =
  @'(?i:\[(?:insert|enter|add|describe|list|explain|provide|specify|put|write|fill in) [^\[\]]*\b(?:here|your|you)\b[^\[\]]*\]'
  + @'|\[your (?:\pL+ ){0,4}\pL+\]|<(?:your|insert|enter|describe|specify|provide|fill in) \pL[^<>|]+>)';
local blank = @'[*_"]{0,3}(?:' + your + '|' + thing + '|' + told + @')[*_"]{0,3}[.!]?[*_]*$';

chaff.Rule {
  id: 'placeholder',
  title: 'Blank of a template, never filled in',
  message: 'This is a blank that was never filled in: an agent has to guess what belongs there, or copies '
           + 'it as it stands. Write the value, or delete the line.',
  // The line is the only sign that something is still missing, and only a person knows the value.
  fix_safety: 'unsafe',
  rationale: chaff.Rationale {
    hypothesis: |||
      A blank such as "Owner: [YOUR_TEAM_NAME]" says that the value is not known, even where the rest
      of the file states it. The agent copies the blank, asks, or makes a value up. Deleting the blank
      raises the share of tasks done with the value that the file states elsewhere.
    |||,
    supports: [
      chaff.Claim {
        claim: |||
          1 of 19 bracketed words in capitals found in 270 public files was a blank left by a
          template; two peers look for such blanks.
        |||,
        source: 'reading of 270 public instruction files, 2026-11-30; skillsaw, harness-eval',
      },
      chaff.Claim {
        claim: |||
          With one stale section in the file 0 of 15 runs did the right thing, without it 15 of 15: a
          line that says the wrong thing beside the right one can decide the outcome.
        |||,
        source: 'harness-ablate, published sample of 150 Sonnet runs',
      },
    ],
    against: [
      chaff.Claim {
        claim: |||
          What looks like a blank seldom is one: every TODO in the same files talked about a list of
          things to do, and a scanner flagged substitution variables, Go templates and callouts.
        |||,
        source: 'reading of 270 public instruction files; EveryInc/compound-engineering-plugin#1212',
      },
      chaff.Claim {
        claim: |||
          The conflict of two adjacent instruction files had no detectable effect, so a strong model
          may well pass over the blank and find the value.
        |||,
        source: 'McMillan, arXiv 2605.10039',
      },
    ],
  },
  detect: chaff.BlockDetect {
    blocks: ['paragraph', 'list_item', 'table_row'],
    code: 'blanked',
    any: [
      // [Add what the reader has to know about your workflows here]
      '^' + blank,
      // **Owner:** [YOUR_TEAM_NAME]; owner | [TEAM_NAME]
      @'^[*_]{0,3}[\pL][^:|<>\[\]`]{0,40}(?::[*_]{0,3}\s+|\s+[-–—]\s+|\s*\|\s*)' + blank,
      // Ask [YOUR_TEAM_LEAD] before a release.
      @'(?:^|[\s(])\[YOUR(?:[_ -][A-Z0-9]+)+\](?:[\s.,;)]|$)',
    ],
    unless: [
      // About blanks, or about what to write and how.
      @'(?i)\b(?:placeholders?|templates?|templated|replac(?:e[ds]?|ing)|substitut\w+'
      + @'|fill(?:s|ed|ing)? (?:it|them|this|these|those|out|up)'
      + @'|variables?|tokens?|markers?|formats?|formatted|patterns?|syntax|literal(?:ly)?|e\.g\.|for example|such as|examples?'
      + @'|titles?|subjects?|messages?|commits?|branch(?:es)?|headers?|footers?|repl(?:y|ies)|respond|answers?|says?|saying'
      + @'|prints?|outputs?|callouts?|tags?|prefix(?:es|ed)?|suffix(?:es|ed)?|routes?|usage|args?|arguments?'
      + @'|param(?:eter)?s?|flags?|options?|keys?|press\w*|shortcuts?)\b',
    ],
    // There a blank is what the text is about.
    unless_under: [
      @'(?i)\b(?:templates?|formats?|examples?|prompts?|outputs?|reports?|pull requests?|prs?|commits?|messages?'
      + @'|skeletons?|boilerplate|syntax|issues?|repl(?:y|ies)|emails?|placeholders?|variables?|usage)\b',
    ],
    unless_lead: [
      @'(?i)\b(?:templates?|formats?|formatted|examples?|such as|like|as follows|prompts?|outputs?|reports?|pull requests?'
      + @'|prs?|commits?|messages?|skeletons?|boilerplate|syntax|issues?|repl(?:y|ies)|emails?|placeholders?|variables?'
      + @'|fill|replace|contains?|includes?|structure|sections?|descriptions?|bod(?:y|ies))\b.*:[*_]*$',
    ],
  },
  fix: chaff.DeleteBlock {},
  invalid: [
    chaff.Invalid {
      title: 'values of labels',
      text: |||
        # Kestrel

        - **Owner:** [YOUR_TEAM_NAME]
        - The service listens on port 4400.
        - Project name: <your project name>
        - Staging: [STAGING_URL]
      |||,
      findings: chaff.lines([3, 5, 6]),
      fixed: |||
        # Kestrel

        - The service listens on port 4400.
      |||,
    },
    chaff.Invalid {
      title: 'a paragraph that asks to be written',
      text: |||
        # Notes

        [Add anything special about your workflows here]

        The office closes at six.
      |||,
      findings: chaff.lines([3]),
      fixed: |||
        # Notes

        The office closes at six.
      |||,
    },
    chaff.Invalid {
      title: 'in a sentence, and in a row of a table',
      text: |||
        Ask [YOUR_TEAM_LEAD] before a release.

        | what | who |
        |---|---|
        | Releases | [RELEASE_OWNER] |
        | Backups | Ines |
      |||,
      findings: chaff.lines([1, 5]),
      fixed: |||
        | what | who |
        |---|---|
        | Backups | Ines |
      |||,
    },
    chaff.Invalid {
      title: 'with blocks inside it is left alone',
      text: |||
        - Contact: [YOUR_NAME]
          - on weekdays only
        - Escalation: <insert the address of the people on call>
      |||,
      findings: chaff.lines([3]),
      fixed: |||
        - Contact: [YOUR_NAME]
          - on weekdays only
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'domain syntax',
      text: |||
        - The manifest keeps `{{APP_ID}}`; the apply step fills it in.
        - `docker inspect --format '{{range .Mounts}}{{.Source}}{{end}}' app` lists the mounts.
        - Branches are `fix/<ticket>-<slug>`; subjects start with [BREAKING] when the API changes.
        - [ ] and [x] are read by the bot.
        - Route: `app/[TENANT_NAME]/page.tsx`.
        - Page: app/[TENANT_NAME]/page.tsx
        - Author: `[YOUR_NAME]`
        - Columns: <list of columns>
        - Argument: <your file>
        - Next line: <Enter key>
      |||,
    },
    chaff.Valid {
      title: 'callouts and tags',
      text: |||
        - <IMPORTANT>Never tag by hand.</IMPORTANT>

        [IMPORTANT] Ask before you delete a branch.

        - [REQUIRED] `make verify`
        - Markers: [FOSS_REMOVE] and [FOSS_KEEP]
        - `[WILDCARD]` matches anything up to the next line.
      |||,
    },
    chaff.Valid {
      title: 'lists of things to do',
      text: |||
        - Write the plan into `fix_plan.md` # Prioritized TODO list
        - TODO comments carry an issue number: TODO(#12).
        - A TODO is not a placeholder.
      |||,
    },
    chaff.Valid {
      title: 'links',
      text: |||
        - Steps: [Add your own language here](docs/languages.md)
        - [Add a tool](docs/tools.md)
        - Guide: [Adding a new integration]

        [Adding a new integration]: docs/integrations.md
      |||,
    },
    chaff.Valid {
      title: 'what a person is told, and what a text looks like',
      text: |||
        - Tell them "Sorry, [USER_NAME], I cannot do that", with their name in it.
        - Replace [YOUR_NAME] with the name of the person who asked.

        ## Pull request template

        - Summary: [YOUR_SUMMARY]

        ## Notes

        Each entry has this structure:

        - Date: [ENTRY_DATE]
        - Author: [YOUR_NAME]
      |||,
    },
    chaff.Valid {
      title: 'in a fence',
      text: |||
        A new page starts as:

        ```markdown
        - Owner: [YOUR_TEAM_NAME]
        ```
      |||,
    },
    chaff.Valid {
      title: 'quoted',
      text: |||
        > - Owner: [YOUR_TEAM_NAME]

        > [Add anything special about your workflows here]
      |||,
    },
    chaff.Valid {
      title: 'not English',
      text: |||
        - Name: [Ihren Namen hier eintragen]
        - 项目：【项目名称】
      |||,
    },
  ],
  battery: import '../batteries/placeholder/battery.jsonnet',
  practice: import '../batteries/placeholder/practice.jsonnet',
  readings: import '../readings/placeholder.json',
}
