// The same directive, word for word, a second time.
//
// Most repeated lines in real files are no mistake: they belong to parallel lists, one for each
// platform, package or kind of file. So copies count only where nothing tells them apart.
local chaff = import '../lib/chaff.libsonnet';

// Words of headings that limit what is below them.
local part = [
  @'(?i)\b(?:linux|mac ?os|os ?x|windows|wsl|ubuntu|debian|alpine|fedora|ios|android|unix|web|desktop'
  + '|mobile|browsers?|cli|tui|gui|terminal)' + @'\b',
  @'(?i)\b(?:front-?end|back-?end|servers?|clients?|apis?|database|databases|worker|workers|packages?'
  + '|modules?|services?|apps?|components?|plugins?|libraries|library|sdks?|infra|infrastructure)' + @'\b',
  @'(?i)\b(?:python|typescript|javascript|rust|golang|go|java|kotlin|swift|ruby|php|scala|dart|elixir|sql'
  + '|css|html|react|vue|svelte|angular|node|deno|bun|django|rails|flask|terraform|docker|kubernetes|helm)'
  + @'\b',
  @'(?i)\b(?:staging|production|prod|local|locally|remote|ci|preview|nightly)\b',
  @'(?i)\b(?:hot-?fix(?:es)?|bug ?-?fix(?:es|ing)?|features?|refactor(?:ing|s)?|releases?|releasing'
  + '|migrations?|upgrades?|check-?lists?|steps?|phases?|stages?|scenarios?|options?|variants?'
  + '|cases?|modes?|roles?|subagents?|skills?|prompts?|templates?|examples?|samples?'
  + '|formats?|outputs?)' + @'\b',
  // Conditions, and lists of what is right and what is wrong.
  @'(?i)^\W*(?:when|if|for|in|on|at|before|after|while|during|unless|with|without|to|how)\b',
  @'(?i)\b(?:do|dos|don.?ts?|avoid|never|always|not|good|bad|wrong|right|correct|incorrect|valid|invalid'
  + '|anti-?patterns?|forbidden|prohibited|allowed|instead|exceptions?|yes|no)' + @'\b',
  '[✅❌✓✗✔✘👍👎🚫]',
  // A path, a file, code.
  '`',
  @'[\pL\pN_-]/[\pL\pN_-]',
  @'\.[a-z]{1,4}\b',
];

// Words of headings under which stands what holds for all. Any other heading may name a part of the
// project: a rule about orders and the same one about invoices are two rules.
local whole = [
  @'(?i)\b(?:rules?|general|generally|important|remember|reminders?|notes?|guide(?:lines?|s)?|guidance'
  + '|conventions?|practices?|critical|key|principles?|summary|tl;?dr|basics|essentials?|golden|core|working'
  + '|everyday|daily|work|workflow|process|instructions?|polic(?:y|ies)|standards?|styles?|coding|code|git'
  + '|commits?|committing|pull requests?|prs?|pushing|branch(?:es|ing)?|tests?|testing|quality|security|safety'
  + '|secrets?|docs?|documentation|documenting|writing|communication|collaboration|reviews?|reviewing'
  + '|contributing|contributions?|development|developing|set-?up|getting started|must|misc|miscellaneous'
  + '|constraints?|boundaries|expectations?|behaviou?r|tone|tips|gotchas|pitfalls|requirements?|preferences?'
  + '|linting|formatting|naming|dependencies|housekeeping|finally|last words?|in short)' + @'\b',
];

chaff.Rule {
  id: 'duplicate-rule',
  title: 'The same directive twice',
  message: 'This says word for word what another line says already. Delete this copy: one that is changed'
           + ' later leaves the other one behind as a contradiction.',
  rationale: chaff.Rationale {
    hypothesis: |||
      A rule that is said twice outweighs an exception that is said once. With the second copy gone,
      an agent obeys the exception more often where it applies.
    |||,
    supports: [
      chaff.Claim {
        claim: 'Users ask for built-in diagnostics that tell duplicates and conflicts.',
        source: 'anthropics/claude-code#85477',
      },
      chaff.Claim {
        claim: 'Duplicates are looked for by other linters, and by the doctor of Claude Code.',
        source: 'skillsaw repeated-directive, claudemd-audit#1980, Claude Code /doctor',
      },
      chaff.Claim {
        claim: |||
          Files grow by frequent small additions, and unwanted instructions make tasks harder. A
          second copy is such an addition, and nobody remembers to change both.
        |||,
        source: 'Chatlatanagulchai et al., arXiv 2511.12884; Gloaguen et al., arXiv 2602.11988',
      },
    ],
    against: [
      chaff.Claim {
        claim: 'The size of the file and where an instruction stands had no detectable effect.',
        source: 'McMillan, arXiv 2605.10039',
      },
      chaff.Claim {
        claim: |||
          Of many instructions the early ones are followed best. A copy near the end might mend
          that, so that taking it away does harm.
        |||,
        source: 'IFScale, arXiv 2507.11538',
      },
      chaff.Claim {
        claim: |||
          In 171 public files 8 blocks said what an earlier one says, and 7 of them belonged to
          parallel lists: what the rule is about is rare there.
        |||,
        source: 'own reading of 171 public instruction files, specs/readings/duplicate-rule.json',
      },
    ],
  },
  // What is deleted still stands in the file, or in one that is loaded with it, and for the same.
  fix_safety: 'safe',
  readings: import '../readings/duplicate-rule.json',
  detect: chaff.RepeatedBlockDetect {
    min_words: 4,
    part: part,
    whole: whole,
    unless: [
      // A fragment that needs its heading to say something.
      @'(?i)^[*_`]{0,3}(?:uses|runs|lives|handles|contains|provides|requires|depends|supports|stores|exposes'
      + '|implements|includes|returns|takes|accepts|manages|defines|belongs|has|is|are)' + @'\b',
      @'(?i)^[*_`]{0,3}(?:owned|written|deployed|built|based|located|maintained|generated|called|tested|used'
      + '|configured|hosted|stored|kept|run|responsible) (?:by|in|on|at|with|from|via|as|under|using|for|to)'
      + @'\b',
      @'^\S+ (?:for|as) ',
      // A box to tick, a pointer, a link alone, a question.
      @'^\[[ xX]\]',
      @'(?i)^\W*(?:see|refer to|read more|more (?:in|at|on)|details|back to|return to|full (?:list|details)'
      + '|for (?:more|details|the full|an example|examples)|same as|as above|not applicable|none|todo|tbd)'
      + @'\b',
      @'^!?\[[^\]]*\]\([^)]*\)[\s.]*$',
      @'\?$',
      // The fields of an entry that has many of its kind.
      @'(?i)^[*_`]{0,2}(?:owners?|status|location|path|files?|purpose|types?|inputs?|outputs?|returns?'
      + '|usage|examples?|defaults?|required|optional|severity|priority|why|how|when|where|what'
      + '|languages?|stack|tech stack|frameworks?|ports?|commands?|tests?|triggers?|sources?|docs?'
      + '|documentation|licen[cs]e|maintainers?|versions?|entry points?|scope|dependencies|model|tools?'
      + @')[*_`]{0,2}\s?:',
    ],
    unless_under: [
      @'(?i)\b(?:examples?|samples?|templates?|check-?lists?|glossary|faq)\b',
      // Where copies tell what was, and may be moved away as a whole.
      @'(?i)\b(?:changelog|change log|history|logs?|journal|sessions?|updates?|recent|recently|past|previous'
      + @'|latest|notable|deprecated|legacy|what.s new|release notes)\b',
    ],
  },
  fix: chaff.DeleteBlock {},
  invalid: [
    chaff.Invalid {
      title: 'under two headings',
      text: |||
        # Tern

        ## Git

        - Never push to `main` directly.
        - Sign off your commits.

        ## Remember

        - Keep functions short.
        - Never push to `main` directly.
        - Ask before you add a dependency.
      |||,
      findings: chaff.lines([11]),
      fixed: |||
        # Tern

        ## Git

        - Never push to `main` directly.
        - Sign off your commits.

        ## Remember

        - Keep functions short.
        - Ask before you add a dependency.
      |||,
    },
    chaff.Invalid {
      title: 'wrapped, in bold, in capitals, and a third time as a paragraph',
      text: |||
        Write a test for each bug that
        you mend, and see it fail first.

        # Reading

        - Read the code before you ask.
        - **Write a test for each bug that you mend**, and see
          it fail first

        ## Style

        Tabs for indentation.

        WRITE A TEST FOR EACH BUG THAT YOU MEND, and see it fail first!
      |||,
      findings: chaff.lines([7, 14]),
      fixed: |||
        Write a test for each bug that
        you mend, and see it fail first.

        # Reading

        - Read the code before you ask.

        ## Style

        Tabs for indentation.
      |||,
    },
    chaff.Invalid {
      title: 'in one list, and in another language',
      text: |||
        # Segelboot

        - Antworte immer auf Deutsch.
        - Keine neuen Abhängigkeiten ohne Rückfrage.
        - antworte *immer* auf Deutsch

        ## 规则

        - 提交之前先运行全部测试。
        - 不要修改生成的文件。
        - 提交之前先运行全部测试
      |||,
      findings: chaff.lines([5, 11]),
      fixed: |||
        # Segelboot

        - Antworte immer auf Deutsch.
        - Keine neuen Abhängigkeiten ohne Rückfrage.

        ## 规则

        - 提交之前先运行全部测试。
        - 不要修改生成的文件。
      |||,
    },
    chaff.Invalid {
      title: 'what an imported file says already',
      repository: {
        'AGENTS.md': |||
          # Tern

          - Generated code is never edited by hand.
        |||,
      },
      text: |||
        @AGENTS.md

        - Use the explorer for long searches.
        - Generated code is never edited by hand.
      |||,
      findings: chaff.lines([4]),
      fixed: |||
        @AGENTS.md

        - Use the explorer for long searches.
      |||,
    },
    chaff.Invalid {
      title: 'reported only: the first copy is meant for less, or nothing else would be left',
      text: |||
        ## Shared checkouts

        ### Locks

        Say what you are about to commit, and wait.

        ## Commit messages

        - Short, in the imperative.

        Say what you are about to commit, and wait.

        ## Style

        - Colours come from the palette.

        ## Paint

        - Colours come from the palette.
      |||,
      findings: chaff.lines([11, 19]),
      fixed: |||
        ## Shared checkouts

        ### Locks

        Say what you are about to commit, and wait.

        ## Commit messages

        - Short, in the imperative.

        Say what you are about to commit, and wait.

        ## Style

        - Colours come from the palette.

        ## Paint

        - Colours come from the palette.
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'parallel lists, one for each platform, package or kind of file',
      text: |||
        # Tern

        ## Building

        ### Linux

        - Install the build tools first.
        - Run the build with two jobs.

        ### macOS

        - Install the build tools first.
        - Run the build with four jobs.

        ## packages/api

        - Errors are values, never exceptions.

        ## packages/ui

        - Errors are values, never exceptions.

        ## Prompt file guide

        - The name of the file is in lower case.

        ## Skill file guide

        - The name of the file is in lower case.

        ## Orders

        - Amounts are whole cents, always.

        ## Invoices

        - Amounts are whole cents, always.

        ## Code style

        - Uses the default line length.

        ## Git rules

        - Uses the default line length.
      |||,
    },
    chaff.Valid {
      title: 'parallel lists under labels and in items',
      text: |||
        ## Checks

        **Small change**

        - Run the tests of the module.

        **Large change**

        - Run the tests of the module.
        - Run all of the other tests.

        Then:

        - Backend:
          - Types are checked by the build.
        - Frontend:
          - Types are checked by the build.
      |||,
    },
    chaff.Valid {
      title: 'steps, do and do not',
      text: |||
        ## Adding a table

        1. Write the schema in `db/schema`.
        2. Generate the client from the schema.
        3. Generate the client from the schema.

        ## Adding a view

        1. Write the schema in `db/schema`.

        ## Do

        - Return early from a function.

        ## Don't

        - Return early from a function.
      |||,
    },
    chaff.Valid {
      title: 'lines that introduce, point or tick',
      text: |||
        ## Server

        Start it like this, from the root:

        ```sh
        just serve
        ```

        See the handbook for more of this.

        - [ ] The text has been proof-read.

        ## Worker

        Start it like this, from the root:

        ```sh
        just work
        ```

        See the handbook for more of this.

        - [ ] The text has been proof-read.
        - Purpose: keeps the queue short.

        ## Mailer

        - Purpose: keeps the queue short.
      |||,
    },
    chaff.Valid {
      title: 'in a fence, where a line of code comes twice',
      text: |||
        ```js
        import { v } from "convex/values";
        ```

        Then the other file:

        ```js
        import { v } from "convex/values";
        ```

            - Never push to main directly.

        ```md
        - Never push to main directly.
        - Never push to main directly.
        ```
      |||,
    },
    chaff.Valid {
      title: 'quoted, and in tables',
      text: |||
        - Never push to main directly.

        > - Never push to main directly.
        >
        > Never push to main directly.

        | what | rule |
        |---|---|
        | api | Never push to main directly. |
        | api | Never push to main directly. |
      |||,
    },
    chaff.Valid {
      title: 'an item with children, and one that continues',
      text: |||
        - Run the linter before you push.
        - Run the linter before you push.
          - It takes a minute.
        - Keep the log tidy, always.
          Delete what you added.
        - Keep the log tidy, always.
      |||,
    },
    chaff.Valid {
      title: 'code in capitals is other code, a word more is another rule',
      text: |||
        - Take the type `Route` from the router.
        - Take the type `route` from the router.
        - Ask before you delete a file.
        - Ask before you delete a shared file.
        - Use the short name.
        - Short names.
        - Short names.
      |||,
    },
    chaff.Valid {
      title: 'not English, and near misses',
      text: |||
        # Regeln

        - Vor jedem Commit die Tests laufen lassen.
        - Vor jedem Push die Tests laufen lassen.
        - コミットの前にテストを実行する。
        - プッシュの前にテストを実行する。
      |||,
    },
    chaff.Valid {
      title: 'the file of another agent, which this one does not load',
      repository: {
        'AGENTS.md': '- Generated code is never edited by hand.\n',
        'README.md': '- Generated code is never edited by hand.\n',
      },
      text: |||
        The same rules as in `@AGENTS.md`, for Claude.

        - Generated code is never edited by hand.
      |||,
    },
  ],
  battery: import '../batteries/duplicate-rule/battery.jsonnet',
  practice: import '../batteries/duplicate-rule/practice.jsonnet',
}
