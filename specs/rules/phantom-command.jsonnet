// Commands that ask for a script or target which no manifest of the repository defines.
//
// Manifests are read, commands are not run and not looked for on the reader's own machine: what a
// program of that name may do elsewhere says nothing about this repository.
local chaff = import '../lib/chaff.libsonnet';
local excuses = import '../lib/excuses.libsonnet';

local package(scripts) = std.manifestJson({ name: 'kiln', scripts: scripts });
local before = '[^`.!?;:|]{1,60}';
local after = '[^`.!?;|]{0,80}[.!)]?$';
local verb =
  '(?i)^(?:please |always |first |then |also )?(?:run|use|execute|call|start|launch|serve|build|compile|test|lint|format|check|verify'
  + '|validate|preview|update|refresh|regenerate|generate|install|deploy|release|publish|clean|reset|seed|migrate|open|type-?check'
  + '|watch|debug|benchmark|profile|package|record|sync|fill|make|do|see|get|fix)';

chaff.Rule {
  id: 'phantom-command',
  title: 'Command that no manifest defines',
  message: 'This command asks for a script or target that the repository does not define. Name one that exists, or delete the line.',
  rationale: chaff.Rationale {
    hypothesis: |||
      A command that the repository does not define still reads like the way to do the thing. The
      agent runs it, gets an error, and spends turns on finding out why, or makes the missing script
      up. Deleting the line raises the share of tasks in which the first command is one that works.
    |||,
    supports: [
      chaff.Claim {
        claim: |||
          An instruction file listed make targets for help, lint, test and format, and the
          repository had none of them.
        |||,
        source: 'netresearch/t3x-rte_ckeditor_image#887',
      },
      chaff.Claim {
        claim: 'Users ask their CI to notice commands, scripts and tools that have died.',
        source: 'BasedHardware/omi#7569, career-ops#3719, rjmurillo/ai-agents#5712',
      },
      chaff.Claim {
        claim: 'Another linter checks npm scripts that an instruction file names.',
        source: 'agnix rule CC-MEM-004',
      },
    ],
    against: [
      chaff.Claim {
        claim: |||
          A capable agent may open the manifest first, or read the error and recover in one turn:
          the loss is then a turn and no failed task. Nothing of this was measured.
        |||,
        source: 'our own objection',
      },
      chaff.Claim {
        claim: |||
          Size and conflict of instruction files showed affirmative nulls over 1,650 sessions, for
          adherence to a trivial rule.
        |||,
        source: 'McMillan, arXiv 2605.10039',
      },
      chaff.Claim {
        claim: |||
          A linter that took diagrams for shell and looked commands up on its own machine reported
          789 missing commands in one set of files: detection is where such a rule goes wrong.
        |||,
        source: 'agents-md-lint 0.1.0, measured 2026-11-30',
      },
    ],
  },
  detect: chaff.MissingCommandDetect {
    runners: [
      'npm',
      'pnpm',
      'yarn',
      'bun',
      'make',
      'just',
      'task',
      'tox',
      'nox',
      'poetry',
      'uv',
      'pdm',
      'poe',
      'hatch',
      'deno',
      'composer',
    ],
    fences: ['^(?:bash|sh|shell|zsh)$'],
    scripts: [
      ':',
      '^(?:lint|format|fmt|typecheck|type-check|check-types|types|dev|develop|build|deploy|release|preview|e2e|seed|migrate'
      + '|codegen|generate|check|verify|validate|spellcheck|check-links|check-format|coverage|clean|watch|bench|benchmark|docs'
      + '|ci|fix|start-dev|cs|stan|unit)$',
    ],
    unless: excuses.all,
    unless_lead: excuses.all + excuses.lead,
    unless_under: [
      @'(?i)\b(?:examples?|templates?|samples?|roadmap|planned|future|ideas|history|changelog|migrat\w+|other (?:repos|repositories'
      + @'|projects)|downstream|upstream|removed|deprecated|legacy|do(?: not|n.?t)s?|never|avoid|anti-?patterns?|forbidden)\b',
    ],
    unless_target: [
      '(?i)^(?:x+|y+|foo|bar|baz|name|target|script|task|command|cmd|recipe|something|anything|example|whatever|sure|it)$',
      '(?i)^(?:my|your|some)[-_:]',
      '^[A-Z][A-Z0-9_]*$',
      // Builders of Sphinx, whose makefile takes whatever it is asked for.
      '^(?:html|dirhtml|latexpdf|linkcheck|doctest)$',
    ],
    // A skill or a template is written for whatever repository it lands in.
    unless_file: ['(?:^|/)(?:skills|plugins|templates?|examples?|fixtures|testdata|prompts)/', 'SKILL[.]md$'],
    only: [
      // Tests: `make test`
      '^(?:' + before + @'(?::|\s[-–—→=]+)[*_]*\s+)?[*_]*``[*_]*[.!]?$',
      // `make test` - runs the tests; `make test` runs the tests.
      @'^[*_]*``[*_]*\s*(?::|[-–—→#(])' + after,
      @'^[*_]*``[*_]*\s+(?:is|does|must|should|has to|\pL+s)\s' + after,
      // Run the tests with `make test` before you push.
      verb + @'(?:\s[^`.!?;:,|]{1,60})?\s``(?:,?\s(?:before|after|when|whenever|once|to|for|on|in|at|every|each|from|first|if|and wait)\b'
      + '[^`.!?;|]{0,80})?[.!]?$',
      // | `make test` | runs the tests |
      @'^``\s*\|[^`]*$',
      @'^[^`|]*\|\s*``\s*(?:\|[^`]*)?$',
    ],
  },
  fix: chaff.DeleteBlock {},
  fix_safety: 'unsafe',
  readings: import '../readings/phantom-command.json',
  invalid: [
    chaff.Invalid {
      title: 'scripts that package.json does not have',
      repository: { 'package.json': package({ test: 'vitest run', 'lint:all': 'eslint .' }) },
      text: |||
        # Kiln

        - Tests: `npm test`
        - Lint: `npm run lint`
        - `npm run fire` - heats the kiln
        - All of it: `npm run lint:all`
        - Before a release, `npm run glaze` must pass; it takes an hour.
      |||,
      findings: chaff.lines([4, 5, 7]),
      fixed: |||
        # Kiln

        - Tests: `npm test`
        - All of it: `npm run lint:all`
        - Before a release, `npm run glaze` must pass; it takes an hour.
      |||,
    },
    chaff.Invalid {
      title: 'a paragraph and a table of make targets',
      repository: { Makefile: '.PHONY: test\ntest:\n\tgo test ./...\n\nrun-%:\n\tgo run ./cmd/$*\n' },
      text: |||
        # Kiln

        Run `make vet` before you push.

        | Command | Does |
        | --- | --- |
        | `make test` | the tests |
        | `make cover` | the tests, with coverage |
        | `make run-oven` | the oven |
      |||,
      findings: chaff.lines([3, 8]),
      fixed: |||
        # Kiln

        | Command | Does |
        | --- | --- |
        | `make test` | the tests |
        | `make run-oven` | the oven |
      |||,
    },
    chaff.Invalid {
      title: 'in the folder or workspace that the command names; wrapped',
      repository: {
        'package.json': package({ lint: 'biome check .' }),
        'web/package.json': std.manifestJson({ name: '@kiln/web', scripts: { dev: 'vite' } }),
      },
      text: |||
        - Web: `npm --prefix web run dev`
        - Storybook: `cd web && npm run stories`
        - The pages are looked at by hand once a week, for which the command is `pnpm --filter
          @kiln/web run shots`, and somebody writes down what is wrong.
      |||,
      findings: chaff.lines([2, 3]),
      fixed: |||
        - Web: `npm --prefix web run dev`
        - The pages are looked at by hand once a week, for which the command is `pnpm --filter
          @kiln/web run shots`, and somebody writes down what is wrong.
      |||,
    },
    chaff.Invalid {
      title: 'a line of a shell fence is reported and left; recipes and environments',
      repository: {
        justfile: 'test:\n    cargo test\n',
        'tox.ini': '[tox]\nenvlist = py312, lint\n',
      },
      text: |||
        ```bash
        just test        # quick
        just bench       # slow
        ```

        - Types: `tox -e types`
      |||,
      findings: chaff.lines([3, 6]),
      fixed: |||
        ```bash
        just test        # quick
        just bench       # slow
        ```
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'defined, built in, or of a kind that the makefile makes',
      repository: {
        'package.json': package({ build: 'tsc', 'db:push': 'drizzle-kit push' }),
        Makefile: 'include mk/*.mk\nBIN = oven\n$(BIN): main.go\n\tgo build\nrun-%:\n\tgo run ./$*\n',
        'mk/test.mk': 'test: export X=1\ntest: ; go test ./...\n',
      },
      text: |||
        - `npm run build`, `npm test`, `npm ci`, `npm start`
        - `pnpm db:push`, `pnpm add zod`, `pnpm exec tsc`, `yarn add zod`, `bun test`
        - `make -j4 test VERBOSE=1`, `make oven`, `make run-oven`, `make`
        - `sudo make -s test > test.log 2>&1`
      |||,
    },
    chaff.Valid {
      title: 'in a fence that is no shell, and a drawing of folders',
      repository: { 'package.json': package({ build: 'tsc' }), Makefile: 'all:\n' },
      text: |||
        ```yaml
        - run: npm run bake
        ```

        ```
        kiln/
        ├── make bread
        └── npm run
        ```

        ```markdown
        Run `make bread`.
        ```
      |||,
    },
    chaff.Valid {
      title: 'quoted',
      repository: { Makefile: 'all:\n' },
      text: |||
        > Run `make bread` before you push.
      |||,
    },
    chaff.Valid {
      title: 'not English',
      repository: { Makefile: 'prüfen:\n\ttrue\nall:\n\ttrue\n' },
      text: |||
        - Vor jedem Commit: `make all`
        - Alles prüfen: `make prüfen`
      |||,
    },
    chaff.Valid {
      title: 'no manifest, one that cannot be read, one that may hold more',
      repository: {
        'package.json': '{ "scripts": ',
        Makefile: 'include $(TOP)/rules.mk\n',
        justfile: 'set fallback\n\ntest:\n    true\n',
      },
      text: |||
        - `npm run bake`
        - `make bread`
        - `just bake`
        - `tox -e bake` and `composer run bake`
      |||,
    },
    chaff.Valid {
      title: 'programs are not looked for on the machine that lints',
      repository: { 'package.json': package({ build: 'tsc' }), 'companies.json': '[]' },
      text: |||
        ```bash
        AI
        companies.json
        bun
        yarn vitest run
        kiln --help
        ```

        `poetry run pytest`, `uv run ruff check`, `pnpm playwright test`
      |||,
    },
    chaff.Valid {
      title: 'placeholders and examples',
      repository: { 'package.json': package({ build: 'tsc' }), Makefile: 'all:\n' },
      text: |||
        - One package: `npm run <script> -w <package>`, `make <target>`, `npm run test:<name>`
        - `npm run {name}`, `make $TARGET`, `make TARGET`, `npm run ...`
        - A script is called with its name, e.g. `npm run bake`.
      |||,
    },
    chaff.Valid {
      title: 'said not to be there',
      repository: { 'package.json': package({ build: 'tsc' }), Makefile: 'all:\n' },
      text: |||
        - There is no `make lint`.
        - Never run `make deploy`.
        - `npm run typecheck` does not exist any more.
        - Use `npm run build` instead of `npm run compile`.

        Do not run any of these:

        - `npm run publish-all`
      |||,
    },
    chaff.Valid {
      title: 'of another repository, and of a package below',
      repository: {
        'package.json': package({ build: 'turbo build' }),
        'packages/web/package.json': package({ shots: 'playwright test' }),
      },
      text: |||
        - The server is started with `npm run server` in the other repository.
        - In `packages/web`, run `npm run shots`.
        - `git clone` the handbook, then `npm run handbook` in that repo.
      |||,
    },
    chaff.Valid {
      title: 'a skill is for any repository',
      path: '.claude/skills/release/SKILL.md',
      repository: { 'package.json': package({ build: 'tsc' }) },
      text: |||
        1. Run `npm run changelog`.
      |||,
    },
  ],
  battery: import '../batteries/phantom-command/battery.jsonnet',
  practice: import '../batteries/phantom-command/practice.jsonnet',
}
