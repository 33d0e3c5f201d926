// References to files that the repository does not hold.
//
// A finding needs three things: something that can only be a path, a first folder that is there (so
// that the repository is known to be seen), and a sentence that sends the reader to it now. Whatever
// is to be made, is made by a build, is gone on purpose, or lies elsewhere is let off.
local chaff = import '../lib/chaff.libsonnet';

local endings =
  '(?:md|mdx|mdc|markdown|rst|adoc|txt|pdf|json|jsonc|json5|ya?ml|toml|ini|cfg|conf|xml|csv|tsv|sql'
  + '|graphql|proto|py|pyi|ipynb|[cm]?[jt]sx?|vue|svelte|astro|css|scss|less|html?|go|rs|rb|php|java'
  + '|kts?|gradle|swift|mm?|c|cc|cpp|cxx|h|hpp|cs|fs|ex|exs|erl|clj|scala|hs|lua|gd|tscn|tf|hcl|nix'
  + '|sh|bash|zsh|fish|ps1|bat|cmd|mk|cmake|j2|tmpl|jsonnet|libsonnet|svg|png)';
local names = '(?:Makefile|Dockerfile|Justfile|justfile|Gemfile|Rakefile|Procfile|README|LICENSE|CODEOWNERS)';

// Words that may stand between a verb and the path that it makes.
local between =
  @'(?:\W+(?:an?|the|your|its|our|it|them|this|these|new|another|one|to|in|into|inside|under|at|as|for'
  + '|on|from|with|file|files|test|tests|page|entry|entries|notes?|result|results|output|draft|line'
  + @'|folder|directory|called|named|and|or|next|section|`[^`]*`))*\W*@';

chaff.Rule {
  id: 'dead-path',
  title: 'Path to a file that is not there',
  message: |||
    The path leads nowhere, so that an agent spends a turn on it or goes by the name alone. Point to
    where the file is now, or delete the line.
  |||,
  rationale: chaff.Rationale {
    hypothesis: |||
      A path that leads nowhere is tried first because it names the topic at hand, and what is
      found by its name alone takes the place of the file that is in force. Deleting such
      references raises the share of tasks in which the agent opens the right file at once.
    |||,
    supports: [
      chaff.Claim {
        claim: 'Agents were sent to scripts and documents that had moved, until somebody asked for a check.',
        source: 'BasedHardware/omi#7569, career-ops#3719 (issues)',
      },
      chaff.Claim {
        claim: 'A dead reference found by a linter was accepted and merged as a fix.',
        source: 'bytebase/dbhub#447 (pull request)',
      },
      chaff.Claim {
        claim: 'Stale sections are obeyed: 0 of 15 tasks passed with one, 15 of 15 without it.',
        source: 'harness-ablate sample, 150 runs on a Sonnet model',
      },
    ],
    against: [
      chaff.Claim {
        claim: |||
          A failed read costs one turn and tells the agent that the file is gone, so that a strong
          model recovers by itself; the effect may be turns and tokens, not outcomes.
        |||,
        source: 'Gloaguen et al., arXiv 2602.11988: contents of the file move success by 3 to 4 %',
      },
      chaff.Claim {
        claim: |||
          Linters for paths are known for false alarms: templates, what a build makes, other
          repositories. All four peers tried were wrong on one and the same line.
        |||,
        source: 'runs of agnix, agent-config-score, claudelint and lintlang over public files, 2026-11',
      },
    ],
  },
  detect: chaff.MissingPathDetect {
    path: [
      // A file of a known kind, with or without a folder, or what ends like a folder.
      @'^(?:[^/]+/)*[^/]*[^/.]\.' + endings + '$',
      '^(?:[^/]+/)+' + names + '$',
      @'^(?:\.\.?/)*(?:\.?[^/.][^/]*/){2,}$',
    ],
    import_path: [@'^[^~/].*\.(?:md|mdx|mdc|markdown|rst|adoc|txt|json|ya?ml|toml)$'],
    importers: [
      @'(?:^|/)CLAUDE(?:\.local)?\.md$',
      @'(?:^|/)\.claude/rules/.*\.md$',
    ],
    unless: [
      // Elsewhere.
      @'(?i)\b(?:that|another|other|separate|own|sibling|external|different|public|private|parent|downstream|upstream)\W+(?:[\w-]+\W+)?(?:repo(?:s|sitory|sitories)?|project|package|submodule)\b',
      @'(?i)\bthe [`\w./-]+?(?:.s)? repo(?:sitory)?\b|\bupstream\b|\bnode_modules\b',
      // Made by something, or on one machine only.
      @'(?i)\b(?:auto-?)?generat(?:e|es|ed|ing|or)\b|\bbuild (?:artifacts?|output)\b|\bat (?:build|run) ?time\b',
      @'(?i)\bgit-?ignored?\b|\b(?:un|not )(?:committed|tracked)\b|\b(?:never|not|nobody) (?:be )?(?:commits?|committed|checked in|tracked)\b',
      // Known not to be there, or not known to be.
      @'(?i)\bexists?\b|\bno longer\b|\bnot (?:yet|there|present|available|included)\b|\bwhere present\b|\bwhen present\b|\bif (?:present|any|available)\b',
      @'(?i)\b(?:is|are|was|were|been|be|got|being)\W+(?:removed|deleted|renamed|moved|gone|dropped|replaced|split|merged|superseded|deprecated|retired|planned|optional|missing)\b',
      @'(?i)\b(?:there|here) (?:is|are|was|were|will be)\W+(?:no|not|never)\b|\b(?:todo|tbd|wip|coming soon|planned|future)\b',
    ],
    unless_sentence: [
      // To be made: create @, write the notes to @, saved as @, goes in @.
      @'(?i)\b(?:creat(?:e|es|ed|ing)|mak(?:e|es|ing)|add(?:s|ed|ing)?|writ(?:e|es|ing|ten)|wrote|sav(?:e|es|ed|ing)|stor(?:e|es|ed|ing)|put(?:s|ting)?|plac(?:e|es|ed|ing)|append(?:s|ed)?|record(?:s|ed)?|log(?:s|ged)?|dump(?:s|ed)?|export(?:s|ed)?|output(?:s)?|emit(?:s|ted)?|print(?:s|ed)?|produc(?:e|es|ed|ing)|compil(?:e|es|ed)|render(?:s|ed)?|download(?:s|ed)?|upload(?:s|ed)?|build(?:s)?|built|bundle(?:s|d)?|cache(?:s|d)?|persist(?:s|ed)?|land(?:s|ed)?|end(?:s)? up|go(?:es)?|belongs?|mov(?:e|es|ed|ing)|renam(?:e|es|ed|ing)|paste(?:s|d)?|extract(?:s|ed)?|sync(?:s|ed)?|install(?:s|ed)?|propos(?:e|es|ed)|introduc(?:e|es|ed|ing)|set(?:s)? up|becomes?|into|next)\b' + between,
      @'(?i)\b(?:cop(?:y|ies|ied)|cp|mkdir|touch|scaffold(?:s|ed|ing)?|bootstrap(?:s|ped)?|symlink(?:s|ed)?)\b',
      @'(?i)\b(?:will|would|shall|should be|may|might|going to|want|wants|need to|needs)\b[^,;]{0,60}@|@`?\)?\W+(?:will|would|shall|may|might|should|becomes?)\b',
      // Gone, forbidden, hypothetical.
      @'(?i)\b(?:no|not|never|without|nor|cannot|avoid|don.t|doesn.t|isn.t|aren.t|won.t|can.t|instead of|rather than)\b[^,;:`]{0,24}@',
      @'(?i)\b(?:remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|drop(?:s|ped)?|old|former|formerly|legacy|deprecated|obsolete|previously|once|used to|replac(?:e|es|ed|ing))\b[^,;:]{0,40}@',
      @'(?i)@[^.;]{0,40}\b(?:was|were|has been|have been|had been|used to|is gone|are gone|does not|doesn.t|do not|don.t)\b',
      @'(?i)\b(?:if|unless|whether|any|some|each|every|per|either)\b[^,;:]{0,30}@',
      // Examples and patterns.
      @'(?i)\b(?:e\.?g|i\.?e|for (?:example|instance)|such as|like|looks? like|similar to|say|imagine|suppose|examples?|sample|placeholder|named|called)\b[^;]{0,60}@',
      // Other things that look like paths.
      @'(?i)\b(?:branch(?:es)?|routes?|endpoints?|urls?|uris?|alias(?:es)?|globs?|regex(?:es)?|bucket|modelled on|inspired by)\b[^;:]{0,30}@',
      @'(?i)^@\W*(?:→|->|=>)|(?:→|->|=>)\W*@',
    ],
    unless_under: [
      @'(?i)\b(?:examples?|templates?|roadmap|plans?|planned|future|ideas?|backlog|todo|changelog|history|migrat(?:e|ed|ion|ions|ing)|removed|deprecated|outputs?|artifacts?|generated|scaffold(?:ing)?|proposed|proposal|target|create|creating|adding)\b',
    ],
    unless_path: [
      // Templates and patterns.
      @'[<>{}$*?|\[\](),;!"''&=^+…%@\s]|\.\.\.|\b(?:YYYY|MM|DD|NNN+|XXX+|xxx+|N{2,}|X{2,})\b',
      @'(?i)(?:^|/)(?:path/to|your[-_]|my[-_]?|some[-_]|foo|bar|baz|example|sample|placeholder|xyz|abc|name|file|folder|dir|feature|component|module)(?:[/._-]|$)',
      @'(?i)[-_](?:name|id|slug|xxx|here)(?:[/.]|$)',
      // What builds, tools and people make for themselves.
      @'(?i)(?:^|/)(?:build|dist|out|output|outputs|target|bin|obj|lib64|coverage|htmlcov|generated|gen|__generated__|node_modules|vendor|third_party|tmp|temp|\.?cache|logs?|site|public/build|\.next|\.nuxt|\.turbo|\.venv|venv|__pycache__|artifacts?|reports?|results?|screenshots?|\.git|\.build|\.gradle|Pods|DerivedData)/',
      @'(?i)(?:^|/)\.env|\.local(?:\.|$)|\.min\.|\.lock$|\.log$|\.pid$|\.sqlite3?$|\.db$|\.(?:pyc|class|o|so|wasm|exe|zip|tar|gz|whl)$|secrets?|credentials',
      @'(?i)(?:^|/)(?:settings|config)\.local\.|(?:^|/)CLAUDE\.local\.md$|(?:^|/)AGENTS\.override\.md$',
    ],
    // See @, read @ and @, Style: @.
    only: [
      @'(?i)(?:(?:\*\*|__)?(?:[\pL\pN`''’/&()-]+\s+){0,7}[\pL\pN`''’/&()-]+(?::(?:\*\*|__)?|(?:\*\*|__):)\s+)?(?:(?:please\s+|also\s+|first\s+)?(?:see(?:\s+also)?|read|consult|check|open|cf\.|refer to|start with|follow|details in|more in)\s+)?(?:the\s+)?@(?:(?:,|\s+and|,\s+and|\s*/)\s+@)*\.?',
    ],
  },
  fix: chaff.DeleteBlock {},
  // The file may only have moved: the line then tells where to look for its new place.
  fix_safety: 'unsafe',
  readings: import '../readings/dead-path.json',
  local docs = { 'docs/style.md': '# Style\n', 'src/main.py': '', 'README.md': '# Heron\n' },
  invalid: [
    chaff.Invalid {
      title: 'items that say nothing else',
      repository: docs,
      text: |||
        # Heron

        - Style: `docs/style.md`
        - Database schema: `docs/schema.md`
        - See [the deployment guide](docs/deploy.md).
        - Keep functions short.
      |||,
      findings: chaff.lines([4, 5]),
      fixed: |||
        # Heron

        - Style: `docs/style.md`
        - Keep functions short.
      |||,
    },
    chaff.Invalid {
      title: 'in a sentence that says more, and in a table: reported and left alone',
      repository: docs { 'docs/guides/errors.md': '' },
      text: |||
        # Heron

        Errors are wrapped once, at the top, as `docs/errors.md` explains with an example.

        | Topic | File |
        |---|---|
        | Style | `docs/style.md` |
        | Names | `docs/names.md` |
      |||,
      findings: chaff.lines([3, 8]),
      fixed: |||
        # Heron

        Errors are wrapped once, at the top, as `docs/errors.md` explains with an example.

        | Topic | File |
        |---|---|
        | Style | `docs/style.md` |
        | Names | `docs/names.md` |
      |||,
    },
    chaff.Invalid {
      title: 'an import that loads nothing',
      repository: docs,
      text: |||
        # Heron

        @docs/style.md
        - @docs/glossary.md
      |||,
      findings: chaff.lines([4]),
      fixed: |||
        # Heron

        @docs/style.md
      |||,
    },
    chaff.Invalid {
      title: 'from the folder of the file, with line numbers',
      path: 'src/AGENTS.md',
      repository: docs { 'src/net/http.py': '' },
      text: |||
        - Entry point: `main.py:12`
        - Retries: `net/retry.py:40-52`
        - Read `../docs/style.md#names`.
      |||,
      findings: chaff.lines([2]),
      fixed: |||
        - Entry point: `main.py:12`
        - Read `../docs/style.md#names`.
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'from the root, from the folder, in a fence',
      path: 'docs/AGENTS.md',
      repository: docs,
      text: |||
        Read `docs/style.md`, [style](style.md) and `./style.md#L10`.

        ```sh
        cat docs/gone.md
        ```
      |||,
    },
    chaff.Valid {
      title: 'quoted, and in a comment',
      repository: docs,
      text: |||
        > The old handbook said: read `docs/handbook.md` first.

        <!-- See `docs/handbook.md`. -->
      |||,
    },
    chaff.Valid {
      title: 'not English: there, and a branch',
      repository: docs,
      text: |||
        Die Regeln stehen in `docs/style.md`.

        规范见 `docs/style.md`。
      |||,
    },
    chaff.Valid {
      title: 'in another repository',
      repository: docs,
      text: |||
        - The site is a project of its own; how pages are written stands in `docs/pages.md` in that repo.
        - The schema is copied from `docs/schema.md` of the upstream project.
      |||,
    },
    chaff.Valid {
      title: 'templates, examples and patterns',
      repository: docs,
      text: |||
        - Run one test with `src/path/to/test_file.py`.
        - Meetings are noted in `docs/YYYY-MM-DD.md`.
        - A page is `docs/<topic>.md`, a picture `docs/img/*.png`, a table `docs/{a,b}.csv`.
        - Put commands in a file of their own, e.g. `src/commands/resize.py`.
        - Settings are read from `%APPDATA%/Heron/settings.json` and `$HOME/.heron/settings.toml`.
      |||,
    },
    chaff.Valid {
      title: 'what a build makes, and what git ignores',
      repository: docs { '.gitignore': '/src/_version.py\n/docs/api/\n' },
      text: |||
        - The bundle is `src/dist/index.js`, and tests leave `coverage/index.html`.
        - `src/_version.py` holds the version.
        - Reference pages end up in `docs/api/index.md`.
        - `src/parser.py` is generated from the grammar.
      |||,
    },
    chaff.Valid {
      title: 'to be made, gone, or perhaps there',
      repository: docs,
      text: |||
        - Write a note to `docs/decisions.md` for each decision.
        - New commands go to `src/commands.py`.
        - The old `docs/handbook.md` was deleted.
        - There is no `src/utils.py`, and there should be none.
        - If `docs/freeze.md` exists, merge nothing.
      |||,
    },
    chaff.Valid {
      title: 'things that look like paths',
      repository: docs,
      text: |||
        - Packages: `@heron/icons`, `src.main`, `Heron.Sdk/6.1.0`, `github.com/heron/docs`.
        - Branches are named `docs/typo` or `src/speed`.
        - `GET /docs/index.html`, `/etc/hosts`, `~/docs/notes.md`, `C:\docs\notes.md`.
        - [Site](https://heron.example/docs/gone.md), [mail](mailto:docs@heron.example), [below](#docs).
        - `cat docs/gone.md`
      |||,
    },
    chaff.Valid {
      title: 'at signs that import nothing',
      repository: docs,
      text: |||
        Write to docs@heron.example or to @octo-heron; decorate with @pytest.mark.slow and use @heron/ui.

        `@docs/gone.md` in code is none, nor is @docs/style.md: with a colon behind it.
      |||,
    },
    chaff.Valid {
      title: 'nothing is known of the repository',
      text: |||
        Read `docs/style.md` and [the guide](guide.md), and keep `src/main.py` short.
      |||,
    },
  ],
  battery: import '../batteries/dead-path/battery.jsonnet',
  practice: import '../batteries/dead-path/practice.jsonnet',
}
