// Long fences and tables in a file that is loaded whole, whatever the task.
//
// Long is not enough: commands, trees, indexes of where to look, and tables of when to use what are
// what an agent needs before it knows what to look for, and so are patterns of right and wrong.
local chaff = import '../lib/chaff.libsonnet';

chaff.Rule {
  id: 'inlined-reference',
  title: 'Bulk reference in an always-loaded file',
  message: 'This is reference in bulk, and it is loaded for every task. Move it to a file of its own, and'
           + ' leave a line that says when to read that file.',
  rationale: chaff.Rationale {
    hypothesis: |||
      Samples and listings that are always in view are taken for what is in force. With them in a
      file that is opened on demand, an agent acts on the rules more often, and still finds the
      reference where it needs it.
    |||,
    supports: [
      chaff.Claim {
        claim: '35 % of 100 repositories keep what belongs in a skill in their instruction file.',
        source: 'dos Santos et al., arXiv 2606.15828 (Skill Leakage)',
      },
      chaff.Claim {
        claim: |||
          100 to 150 lines with references to focused files gained 10 to 15 %; overviews drew the
          agent into reading too much.
        |||,
        source: 'Augment Code, 2026-04-22',
      },
      chaff.Claim {
        claim: |||
          The same rule was obeyed 6 times of 6 alone, 3 of 6 inside a real file and 2 of 6 inside a
          bloated one.
        |||,
        source: 'sksat/orts PR #165',
      },
    ],
    against: [
      chaff.Claim {
        claim: |||
          Published evidence says the opposite: 8 KB of index in the always-loaded file answered
          100 % of the tasks, the same text in a skill to be opened 53 %, and 79 % where the agent
          was told to open it. In 56 % of the cases the skill was never opened.
        |||,
        source: 'Vercel, 2026-01-27',
      },
      chaff.Claim {
        claim: 'The size of the file and the position of an instruction had no detectable effect.',
        source: 'McMillan, arXiv 2605.10039',
      },
    ],
  },
  // What is moved is read only if the agent opens the file, and often it does not.
  fix_safety: 'unsafe',
  readings: import '../readings/inlined-reference.json',
  detect: chaff.LongBlockDetect {
    min_code_lines: 30,
    min_table_rows: 25,
    min_other_lines: 5,
    // Files that are loaded whole; skills, commands, agents and rules for some paths are not.
    files: [
      @'(?:^|/)(?:CLAUDE|AGENTS|GEMINI)(?:\.local|\.override)?\.md$',
      @'(?:^|/)\.github/copilot-instructions\.md$',
      @'(?:^|/)\.(?:cursor|windsurf|cline)rules$',
    ],
    unless_language: [
      // Commands, drawings, and forms of answers.
      @'(?i)^\{?\.?(?:sh|bash|shell|zsh|fish|console|terminal|powershell|pwsh|ps1|cmd|bat|make|makefile|just'
      + '|mermaid|dot|graphviz|plantuml|puml|d2|ascii|tree|diff|patch|md|markdown|mdx|prompt|gitcommit)'
      + @'\b',
    ],
    unless_head: [
      // When to use what.
      @'(?i)\b(?:when|use|trigger|triggers|read|before|if|rule|rules|instead|avoid|must|never|always'
      + '|should|required|do not|don.t|why|how|follow|format|form|template)' + @'\b',
    ],
    unless_line: [
      // Trees and drawings.
      '[─-╿▀-▟←-⇿▲▶▼◀]',
      @'^\s*[|+`\\][-|\x60\\ ]*--',
      // Commands.
      @'^\s*[$%] ',
      // Where to look.
      @'[\w*<>{}-]+/[\w*<>{}.-]+',
      @'\x60[\w.-]+\.[a-z]{1,4}\x60|\]\([^)#]+\)',
    ],
    unless_line_percent: 25,
    unless: [
      // Words of an instruction among the code.
      '[✅❌✓✗✔✘🚫]',
      @'\b(?:NEVER|ALWAYS|MUST|DO NOT|DON.T|IMPORTANT|CRITICAL|WRONG|RIGHT|BAD|GOOD)\b',
      @'(?i)(?:#|//|--|/\*)\s*(?:never|always|do not|don.t|avoid|wrong|right|bad|good|correct|incorrect)\b',
    ],
    unless_under: [
      @'(?i)\b(?:do|don.?ts?|avoid|instead|wrong|right|good|bad|anti-?patterns?|commands?|scripts?'
      + '|workflow|structure|layout|tree|architecture|diagram|format|template)' + @'\b',
    ],
  },
  fix: chaff.MoveBlock {
    to: 'docs/REFERENCE.md',
    pointer: 'The reference that stood here is in `docs/REFERENCE.md`, beside this file. Read it before'
             + ' you use or change anything that this section is about; do not guess.',
  },
  invalid: [
    chaff.Invalid {
      title: 'every setting, in a fence',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.

        ## Settings

        All that `osprey.yaml` may hold:

        ```yaml
        name: Osprey
        zone: Europe/Oslo
        port: 8080
        threads: 4
        cache: memory
        pages: 25
        feed: daily
        theme: fjord
        logo: osprey.svg
        mail: off
        from: post@osprey.example
        reply: none
        retries: 3
        wait: 5s
        limit: 200
        burst: 20
        rows: 50
        sort: newest
        locale: nb
        fallback: en
        fonts: inter
        images: webp
        width: 1200
        thumbs: 300
        maps: on
        tiles: osm
        search: on
        index: hourly
        backup: nightly
        keep: 14d
        debug: off
        ```

        ## Style

        - Short sentences, no jargon.
        - Dates as 3 May 2026.
      |||,
      findings: chaff.lines([10]),
      fixed: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.

        ## Settings

        All that `osprey.yaml` may hold:

        The reference that stood here is in `docs/REFERENCE.md`, beside this file. Read it before you use or change anything that this section is about; do not guess.

        ## Style

        - Short sentences, no jargon.
        - Dates as 3 May 2026.
      |||,
      fixed_files: {
        'docs/REFERENCE.md': |||
          ```yaml
          name: Osprey
          zone: Europe/Oslo
          port: 8080
          threads: 4
          cache: memory
          pages: 25
          feed: daily
          theme: fjord
          logo: osprey.svg
          mail: off
          from: post@osprey.example
          reply: none
          retries: 3
          wait: 5s
          limit: 200
          burst: 20
          rows: 50
          sort: newest
          locale: nb
          fallback: en
          fonts: inter
          images: webp
          width: 1200
          thumbs: 300
          maps: on
          tiles: osm
          search: on
          index: hourly
          backup: nightly
          keep: 14d
          debug: off
          ```
        |||,
      },
    },
    chaff.Invalid {
      title: 'a table and a fence without blank lines around it, in the file of a folder',
      path: 'app/AGENTS.md',
      text: |||
        Osprey answers with codes.

        | code | meaning |
        |---|---|
        | E01 | not found |
        | E02 | too long |
        | E03 | too short |
        | E04 | no such page |
        | E05 | no such user |
        | E06 | not allowed |
        | E07 | out of date |
        | E08 | out of range |
        | E09 | already there |
        | E10 | in use |
        | E11 | locked |
        | E12 | full |
        | E13 | empty |
        | E14 | too many |
        | E15 | too few |
        | E16 | no answer |
        | E17 | broken |
        | E18 | not sent |
        | E19 | not read |
        | E20 | not yours |
        | E21 | not now |
        | E22 | no more |
        | E23 | not signed |
        | E24 | expired |
        | E25 | unknown |

        ## Rules

        - Never answer with a bare number.
        - Codes are shared with the app, so none is ever reused.

        ## Fields
        ~~~ts
        export function field01(input: Row): string { return input.f01; }
        export function field02(input: Row): string { return input.f02; }
        export function field03(input: Row): string { return input.f03; }
        export function field04(input: Row): string { return input.f04; }
        export function field05(input: Row): string { return input.f05; }
        export function field06(input: Row): string { return input.f06; }
        export function field07(input: Row): string { return input.f07; }
        export function field08(input: Row): string { return input.f08; }
        export function field09(input: Row): string { return input.f09; }
        export function field10(input: Row): string { return input.f10; }
        export function field11(input: Row): string { return input.f11; }
        export function field12(input: Row): string { return input.f12; }
        export function field13(input: Row): string { return input.f13; }
        export function field14(input: Row): string { return input.f14; }
        export function field15(input: Row): string { return input.f15; }
        export function field16(input: Row): string { return input.f16; }
        export function field17(input: Row): string { return input.f17; }
        export function field18(input: Row): string { return input.f18; }
        export function field19(input: Row): string { return input.f19; }
        export function field20(input: Row): string { return input.f20; }
        export function field21(input: Row): string { return input.f21; }
        export function field22(input: Row): string { return input.f22; }
        export function field23(input: Row): string { return input.f23; }
        export function field24(input: Row): string { return input.f24; }
        export function field25(input: Row): string { return input.f25; }
        export function field26(input: Row): string { return input.f26; }
        export function field27(input: Row): string { return input.f27; }
        export function field28(input: Row): string { return input.f28; }
        export function field29(input: Row): string { return input.f29; }
        export function field30(input: Row): string { return input.f30; }
        ~~~
        Ask Runa before you add a field.
      |||,
      findings: chaff.lines([3, 37]),
      fixed: |||
        Osprey answers with codes.

        The reference that stood here is in `docs/REFERENCE.md`, beside this file. Read it before you use or change anything that this section is about; do not guess.

        ## Rules

        - Never answer with a bare number.
        - Codes are shared with the app, so none is ever reused.

        ## Fields

        The reference that stood here is in `docs/REFERENCE.md`, beside this file. Read it before you use or change anything that this section is about; do not guess.

        Ask Runa before you add a field.
      |||,
      fixed_files: {
        'app/docs/REFERENCE.md': |||
          | code | meaning |
          |---|---|
          | E01 | not found |
          | E02 | too long |
          | E03 | too short |
          | E04 | no such page |
          | E05 | no such user |
          | E06 | not allowed |
          | E07 | out of date |
          | E08 | out of range |
          | E09 | already there |
          | E10 | in use |
          | E11 | locked |
          | E12 | full |
          | E13 | empty |
          | E14 | too many |
          | E15 | too few |
          | E16 | no answer |
          | E17 | broken |
          | E18 | not sent |
          | E19 | not read |
          | E20 | not yours |
          | E21 | not now |
          | E22 | no more |
          | E23 | not signed |
          | E24 | expired |
          | E25 | unknown |

          ~~~ts
          export function field01(input: Row): string { return input.f01; }
          export function field02(input: Row): string { return input.f02; }
          export function field03(input: Row): string { return input.f03; }
          export function field04(input: Row): string { return input.f04; }
          export function field05(input: Row): string { return input.f05; }
          export function field06(input: Row): string { return input.f06; }
          export function field07(input: Row): string { return input.f07; }
          export function field08(input: Row): string { return input.f08; }
          export function field09(input: Row): string { return input.f09; }
          export function field10(input: Row): string { return input.f10; }
          export function field11(input: Row): string { return input.f11; }
          export function field12(input: Row): string { return input.f12; }
          export function field13(input: Row): string { return input.f13; }
          export function field14(input: Row): string { return input.f14; }
          export function field15(input: Row): string { return input.f15; }
          export function field16(input: Row): string { return input.f16; }
          export function field17(input: Row): string { return input.f17; }
          export function field18(input: Row): string { return input.f18; }
          export function field19(input: Row): string { return input.f19; }
          export function field20(input: Row): string { return input.f20; }
          export function field21(input: Row): string { return input.f21; }
          export function field22(input: Row): string { return input.f22; }
          export function field23(input: Row): string { return input.f23; }
          export function field24(input: Row): string { return input.f24; }
          export function field25(input: Row): string { return input.f25; }
          export function field26(input: Row): string { return input.f26; }
          export function field27(input: Row): string { return input.f27; }
          export function field28(input: Row): string { return input.f28; }
          export function field29(input: Row): string { return input.f29; }
          export function field30(input: Row): string { return input.f30; }
          ~~~
        |||,
      },
    },
    chaff.Invalid {
      title: 'reported only: a link in it would lead nowhere from another folder',
      text: |||
        # Osprey

        - Codes never change.
        - Codes are short.
        - Ask Runa about new ones.
        - Every code has a test.

        | code | meaning |
        |---|---|
        | E01 | not found |
        | E02 | too long |
        | E03 | too short |
        | E04 | no such page |
        | E05 | no such user |
        | E06 | not allowed |
        | E07 | [out of date](codes/E07.md) |
        | E08 | out of range |
        | E09 | already there |
        | E10 | in use |
        | E11 | locked |
        | E12 | full |
        | E13 | empty |
        | E14 | too many |
        | E15 | too few |
        | E16 | no answer |
        | E17 | broken |
        | E18 | not sent |
        | E19 | not read |
        | E20 | not yours |
        | E21 | not now |
        | E22 | no more |
        | E23 | not signed |
        | E24 | expired |
        | E25 | unknown |
      |||,
      findings: chaff.lines([8]),
      fixed: |||
        # Osprey

        - Codes never change.
        - Codes are short.
        - Ask Runa about new ones.
        - Every code has a test.

        | code | meaning |
        |---|---|
        | E01 | not found |
        | E02 | too long |
        | E03 | too short |
        | E04 | no such page |
        | E05 | no such user |
        | E06 | not allowed |
        | E07 | [out of date](codes/E07.md) |
        | E08 | out of range |
        | E09 | already there |
        | E10 | in use |
        | E11 | locked |
        | E12 | full |
        | E13 | empty |
        | E14 | too many |
        | E15 | too few |
        | E16 | no answer |
        | E17 | broken |
        | E18 | not sent |
        | E19 | not read |
        | E20 | not yours |
        | E21 | not now |
        | E22 | no more |
        | E23 | not signed |
        | E24 | expired |
        | E25 | unknown |
      |||,
    },
    chaff.Invalid {
      title: 'reported only: the file to move to is there already',
      path: '.cursorrules',
      repository: { 'docs/REFERENCE.md': 'Ours.\n' },
      text: |||
        # Osprey

        - Settings never move.
        - Settings are few.
        - Ask Runa about new ones.
        - Every setting has a test.

        ```yaml
        name: Osprey
        zone: Europe/Oslo
        port: 8080
        threads: 4
        cache: memory
        pages: 25
        feed: daily
        theme: fjord
        logo: osprey.svg
        mail: off
        from: post@osprey.example
        reply: none
        retries: 3
        wait: 5s
        limit: 200
        burst: 20
        rows: 50
        sort: newest
        locale: nb
        fallback: en
        fonts: inter
        images: webp
        width: 1200
        thumbs: 300
        maps: on
        tiles: osm
        search: on
        index: hourly
        backup: nightly
        keep: 14d
        debug: off
        ```
      |||,
      findings: chaff.lines([8]),
      fixed: |||
        # Osprey

        - Settings never move.
        - Settings are few.
        - Ask Runa about new ones.
        - Every setting has a test.

        ```yaml
        name: Osprey
        zone: Europe/Oslo
        port: 8080
        threads: 4
        cache: memory
        pages: 25
        feed: daily
        theme: fjord
        logo: osprey.svg
        mail: off
        from: post@osprey.example
        reply: none
        retries: 3
        wait: 5s
        limit: 200
        burst: 20
        rows: 50
        sort: newest
        locale: nb
        fallback: en
        fonts: inter
        images: webp
        width: 1200
        thumbs: 300
        maps: on
        tiles: osm
        search: on
        index: hourly
        backup: nightly
        keep: 14d
        debug: off
        ```
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'a tree of folders, which is another rule',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.
        - Dates as 3 May 2026.

        ```
        osprey/
        ├── app/
        │   ├── part01/
        │   ├── part02/
        │   ├── part03/
        │   ├── part04/
        │   ├── part05/
        │   ├── part06/
        │   ├── part07/
        │   ├── part08/
        │   ├── part09/
        │   ├── part10/
        │   ├── part11/
        │   ├── part12/
        │   ├── part13/
        │   ├── part14/
        │   ├── part15/
        │   ├── part16/
        │   ├── part17/
        │   ├── part18/
        │   ├── part19/
        │   ├── part20/
        │   ├── part21/
        │   ├── part22/
        │   ├── part23/
        │   ├── part24/
        │   ├── part25/
        │   ├── part26/
        │   ├── part27/
        │   ├── part28/
        │   ├── part29/
        └── docs/
        ```
      |||,
    },
    chaff.Valid {
      title: 'commands to run, in a fence: they are what the file is for',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.
        - Dates as 3 May 2026.

        ```sh
        # 1: what it is for
        just task-01
        # 2: what it is for
        just task-02
        # 3: what it is for
        just task-03
        # 4: what it is for
        just task-04
        # 5: what it is for
        just task-05
        # 6: what it is for
        just task-06
        # 7: what it is for
        just task-07
        # 8: what it is for
        just task-08
        # 9: what it is for
        just task-09
        # 10: what it is for
        just task-10
        # 11: what it is for
        just task-11
        # 12: what it is for
        just task-12
        # 13: what it is for
        just task-13
        # 14: what it is for
        just task-14
        # 15: what it is for
        just task-15
        # 16: what it is for
        just task-16
        ```
      |||,
    },
    chaff.Valid {
      title: 'tables that say what to read, where to look and when',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.
        - Dates as 3 May 2026.

        | read this | before you work on |
        |---|---|
        | `docs/part01.md` | part 1 |
        | `docs/part02.md` | part 2 |
        | `docs/part03.md` | part 3 |
        | `docs/part04.md` | part 4 |
        | `docs/part05.md` | part 5 |
        | `docs/part06.md` | part 6 |
        | `docs/part07.md` | part 7 |
        | `docs/part08.md` | part 8 |
        | `docs/part09.md` | part 9 |
        | `docs/part10.md` | part 10 |
        | `docs/part11.md` | part 11 |
        | `docs/part12.md` | part 12 |
        | `docs/part13.md` | part 13 |
        | `docs/part14.md` | part 14 |
        | `docs/part15.md` | part 15 |
        | `docs/part16.md` | part 16 |
        | `docs/part17.md` | part 17 |
        | `docs/part18.md` | part 18 |
        | `docs/part19.md` | part 19 |
        | `docs/part20.md` | part 20 |
        | `docs/part21.md` | part 21 |
        | `docs/part22.md` | part 22 |
        | `docs/part23.md` | part 23 |
        | `docs/part24.md` | part 24 |
        | `docs/part25.md` | part 25 |
        | `docs/part26.md` | part 26 |

        ## Parts

        | part | where |
        |---|---|
        | part 1 | `src/part01.ts` |
        | part 2 | `src/part02.ts` |
        | part 3 | `src/part03.ts` |
        | part 4 | `src/part04.ts` |
        | part 5 | `src/part05.ts` |
        | part 6 | `src/part06.ts` |
        | part 7 | `src/part07.ts` |
        | part 8 | `src/part08.ts` |
        | part 9 | `src/part09.ts` |
        | part 10 | `src/part10.ts` |
        | part 11 | `src/part11.ts` |
        | part 12 | `src/part12.ts` |
        | part 13 | `src/part13.ts` |
        | part 14 | `src/part14.ts` |
        | part 15 | `src/part15.ts` |
        | part 16 | `src/part16.ts` |
        | part 17 | `src/part17.ts` |
        | part 18 | `src/part18.ts` |
        | part 19 | `src/part19.ts` |
        | part 20 | `src/part20.ts` |
        | part 21 | `src/part21.ts` |
        | part 22 | `src/part22.ts` |
        | part 23 | `src/part23.ts` |
        | part 24 | `src/part24.ts` |
        | part 25 | `src/part25.ts` |
        | part 26 | `src/part26.ts` |

        ## Helpers

        | helper | when to use it |
        |---|---|
        | helper 1 | part 1 is touched |
        | helper 2 | part 2 is touched |
        | helper 3 | part 3 is touched |
        | helper 4 | part 4 is touched |
        | helper 5 | part 5 is touched |
        | helper 6 | part 6 is touched |
        | helper 7 | part 7 is touched |
        | helper 8 | part 8 is touched |
        | helper 9 | part 9 is touched |
        | helper 10 | part 10 is touched |
        | helper 11 | part 11 is touched |
        | helper 12 | part 12 is touched |
        | helper 13 | part 13 is touched |
        | helper 14 | part 14 is touched |
        | helper 15 | part 15 is touched |
        | helper 16 | part 16 is touched |
        | helper 17 | part 17 is touched |
        | helper 18 | part 18 is touched |
        | helper 19 | part 19 is touched |
        | helper 20 | part 20 is touched |
        | helper 21 | part 21 is touched |
        | helper 22 | part 22 is touched |
        | helper 23 | part 23 is touched |
        | helper 24 | part 24 is touched |
        | helper 25 | part 25 is touched |
        | helper 26 | part 26 is touched |
      |||,
    },
    chaff.Valid {
      title: 'right and wrong, by example',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.
        - Dates as 3 May 2026.

        ## Do this instead

        ```js
        ok(0);
        ok(1);
        ok(2);
        ok(3);
        ok(4);
        ok(5);
        ok(6);
        ok(7);
        ok(8);
        ok(9);
        ok(10);
        ok(11);
        ok(12);
        ok(13);
        ok(14);
        ok(15);
        ok(16);
        ok(17);
        ok(18);
        ok(19);
        ok(20);
        ok(21);
        ok(22);
        ok(23);
        ok(24);
        ok(25);
        ok(26);
        ok(27);
        ok(28);
        ok(29);
        ok(30);
        ```
      |||,
    },
    chaff.Valid {
      title: 'quoted, and in a list item',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.
        - Dates as 3 May 2026.

        > ```yaml
        > name: Osprey
        > zone: Europe/Oslo
        > port: 8080
        > threads: 4
        > cache: memory
        > pages: 25
        > feed: daily
        > theme: fjord
        > logo: osprey.svg
        > mail: off
        > from: post@osprey.example
        > reply: none
        > retries: 3
        > wait: 5s
        > limit: 200
        > burst: 20
        > rows: 50
        > sort: newest
        > locale: nb
        > fallback: en
        > fonts: inter
        > images: webp
        > width: 1200
        > thumbs: 300
        > maps: on
        > tiles: osm
        > search: on
        > index: hourly
        > backup: nightly
        > keep: 14d
        > debug: off
        > ```

        - The settings:

          ```yaml
          name: Osprey
          zone: Europe/Oslo
          port: 8080
          threads: 4
          cache: memory
          pages: 25
          feed: daily
          theme: fjord
          logo: osprey.svg
          mail: off
          from: post@osprey.example
          reply: none
          retries: 3
          wait: 5s
          limit: 200
          burst: 20
          rows: 50
          sort: newest
          locale: nb
          fallback: en
          fonts: inter
          images: webp
          width: 1200
          thumbs: 300
          maps: on
          tiles: osm
          search: on
          index: hourly
          backup: nightly
          keep: 14d
          debug: off
          ```
      |||,
    },
    chaff.Valid {
      title: 'a fence in a fence is one block, and here it is not closed',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.
        - Dates as 3 May 2026.

        ````md
        ```yaml
        name: Osprey
        zone: Europe/Oslo
        port: 8080
        threads: 4
        cache: memory
        pages: 25
        feed: daily
        theme: fjord
        logo: osprey.svg
        mail: off
        from: post@osprey.example
        reply: none
        retries: 3
        wait: 5s
        limit: 200
        burst: 20
        rows: 50
        sort: newest
        locale: nb
        fallback: en
        fonts: inter
        images: webp
        width: 1200
        thumbs: 300
        maps: on
        tiles: osm
        search: on
        index: hourly
        backup: nightly
        keep: 14d
        debug: off
        ```
      |||,
    },
    chaff.Valid {
      title: 'one line or row too few',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.
        - Dates as 3 May 2026.

        ```yaml
        name: Osprey
        zone: Europe/Oslo
        port: 8080
        threads: 4
        cache: memory
        pages: 25
        feed: daily
        theme: fjord
        logo: osprey.svg
        mail: off
        from: post@osprey.example
        reply: none
        retries: 3
        wait: 5s
        limit: 200
        burst: 20
        rows: 50
        sort: newest
        locale: nb
        fallback: en
        fonts: inter
        images: webp
        width: 1200
        thumbs: 300
        maps: on
        tiles: osm
        search: on
        index: hourly
        backup: nightly
        ```

        | code | meaning |
        |---|---|
        | E01 | not found |
        | E02 | too long |
        | E03 | too short |
        | E04 | no such page |
        | E05 | no such user |
        | E06 | not allowed |
        | E07 | out of date |
        | E08 | out of range |
        | E09 | already there |
        | E10 | in use |
        | E11 | locked |
        | E12 | full |
        | E13 | empty |
        | E14 | too many |
        | E15 | too few |
        | E16 | no answer |
        | E17 | broken |
        | E18 | not sent |
        | E19 | not read |
        | E20 | not yours |
        | E21 | not now |
        | E22 | no more |
        | E23 | not signed |
        | E24 | expired |
      |||,
    },
    chaff.Valid {
      title: 'nearly all there is',
      text: |||
        # Osprey

        Settings:

        ```yaml
        name: Osprey
        zone: Europe/Oslo
        port: 8080
        threads: 4
        cache: memory
        pages: 25
        feed: daily
        theme: fjord
        logo: osprey.svg
        mail: off
        from: post@osprey.example
        reply: none
        retries: 3
        wait: 5s
        limit: 200
        burst: 20
        rows: 50
        sort: newest
        locale: nb
        fallback: en
        fonts: inter
        images: webp
        width: 1200
        thumbs: 300
        maps: on
        tiles: osm
        search: on
        index: hourly
        backup: nightly
        keep: 14d
        debug: off
        ```
      |||,
    },
    chaff.Valid {
      title: 'a skill is loaded on demand',
      path: '.claude/skills/osprey/SKILL.md',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.
        - Dates as 3 May 2026.

        ```yaml
        name: Osprey
        zone: Europe/Oslo
        port: 8080
        threads: 4
        cache: memory
        pages: 25
        feed: daily
        theme: fjord
        logo: osprey.svg
        mail: off
        from: post@osprey.example
        reply: none
        retries: 3
        wait: 5s
        limit: 200
        burst: 20
        rows: 50
        sort: newest
        locale: nb
        fallback: en
        fonts: inter
        images: webp
        width: 1200
        thumbs: 300
        maps: on
        tiles: osm
        search: on
        index: hourly
        backup: nightly
        keep: 14d
        debug: off
        ```
      |||,
    },
    chaff.Valid {
      title: 'a rule for some paths only',
      path: '.cursor/rules/osprey.mdc',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.
        - Dates as 3 May 2026.

        ```yaml
        name: Osprey
        zone: Europe/Oslo
        port: 8080
        threads: 4
        cache: memory
        pages: 25
        feed: daily
        theme: fjord
        logo: osprey.svg
        mail: off
        from: post@osprey.example
        reply: none
        retries: 3
        wait: 5s
        limit: 200
        burst: 20
        rows: 50
        sort: newest
        locale: nb
        fallback: en
        fonts: inter
        images: webp
        width: 1200
        thumbs: 300
        maps: on
        tiles: osm
        search: on
        index: hourly
        backup: nightly
        keep: 14d
        debug: off
        ```
      |||,
    },
    chaff.Valid {
      title: 'between the marks of a generator',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.
        - Dates as 3 May 2026.

        <!-- settings: start -->

        ```yaml
        name: Osprey
        zone: Europe/Oslo
        port: 8080
        threads: 4
        cache: memory
        pages: 25
        feed: daily
        theme: fjord
        logo: osprey.svg
        mail: off
        from: post@osprey.example
        reply: none
        retries: 3
        wait: 5s
        limit: 200
        burst: 20
        rows: 50
        sort: newest
        locale: nb
        fallback: en
        fonts: inter
        images: webp
        width: 1200
        thumbs: 300
        maps: on
        tiles: osm
        search: on
        index: hourly
        backup: nightly
        keep: 14d
        debug: off
        ```

        <!-- settings: end -->
      |||,
    },
    chaff.Valid {
      title: 'not English: where to look',
      text: |||
        # Osprey

        - Antworte auf Deutsch.
        - Frag Runa.
        - Nichts erfinden.

        | Bereich | Datei |
        |---|---|
        | Teil 1 | `src/teil01.ts` |
        | Teil 2 | `src/teil02.ts` |
        | Teil 3 | `src/teil03.ts` |
        | Teil 4 | `src/teil04.ts` |
        | Teil 5 | `src/teil05.ts` |
        | Teil 6 | `src/teil06.ts` |
        | Teil 7 | `src/teil07.ts` |
        | Teil 8 | `src/teil08.ts` |
        | Teil 9 | `src/teil09.ts` |
        | Teil 10 | `src/teil10.ts` |
        | Teil 11 | `src/teil11.ts` |
        | Teil 12 | `src/teil12.ts` |
        | Teil 13 | `src/teil13.ts` |
        | Teil 14 | `src/teil14.ts` |
        | Teil 15 | `src/teil15.ts` |
        | Teil 16 | `src/teil16.ts` |
        | Teil 17 | `src/teil17.ts` |
        | Teil 18 | `src/teil18.ts` |
        | Teil 19 | `src/teil19.ts` |
        | Teil 20 | `src/teil20.ts` |
        | Teil 21 | `src/teil21.ts` |
        | Teil 22 | `src/teil22.ts` |
        | Teil 23 | `src/teil23.ts` |
        | Teil 24 | `src/teil24.ts` |
        | Teil 25 | `src/teil25.ts` |
        | Teil 26 | `src/teil26.ts` |
      |||,
    },
    chaff.Valid {
      title: 'in a prompt that asks for a form of answer',
      text: |||
        # Osprey

        - Pages are built by `just pages`.
        - Texts are in `texts/nb.ftl`.
        - Dates as 3 May 2026.

        Answer in this form:

        ```markdown
        1. …
        2. …
        3. …
        4. …
        5. …
        6. …
        7. …
        8. …
        9. …
        10. …
        11. …
        12. …
        13. …
        14. …
        15. …
        16. …
        17. …
        18. …
        19. …
        20. …
        21. …
        22. …
        23. …
        24. …
        25. …
        26. …
        27. …
        28. …
        29. …
        30. …
        31. …
        ```
      |||,
    },
  ],
  battery: import '../batteries/inlined-reference/battery.jsonnet',
  practice: import '../batteries/inlined-reference/practice.jsonnet',
}
