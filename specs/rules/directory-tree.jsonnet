// Drawings of the repository's own folders.
//
// Only a drawing whose names are mostly there is taken for one of this repository; the others show
// what to make, or somebody else's folders.
local chaff = import '../lib/chaff.libsonnet';

chaff.Rule {
  id: 'directory-tree',
  title: 'Drawing of the folders that a listing would show',
  message: |||
    The drawing repeats what listing the folders shows, and grows stale without anybody noticing.
    Delete it, or keep one line for each place whose name does not explain itself.
  |||,
  rationale: chaff.Rationale {
    hypothesis: |||
      An agent takes a drawing for the whole of the repository: it picks a file by its name in the
      drawing instead of looking where a thing is decided, and counts what the drawing happens to
      show. Deleting a drawing that says nothing else raises the share of tasks in which the agent
      looks first.
    |||,
    supports: [
      chaff.Claim {
        claim: 'Overviews and listings of folders did not help agents to find the files sooner, and raised cost.',
        source: 'Gloaguen et al. (ETH), arXiv 2602.11988: cost +20 %, success −3 % with generated files',
      },
      chaff.Claim {
        claim: 'Sections that give an overview pull the agent into reading more than the task needs.',
        source: 'Augment Code, AuggieBench, 2026-04-22',
      },
      chaff.Claim {
        claim: 'A file went from 824 to 233 lines by leaving out what can be derived from the code.',
        source: 'mlevkov/iggy_sample#30 (issue)',
      },
    ],
    against: [
      chaff.Claim {
        claim: |||
          Size and position of such text had no effect that could be detected, so the likeliest
          outcome for a drawing that is true is none on the pass rate, and some tokens saved.
        |||,
        source: 'McMillan, arXiv 2605.10039',
      },
      chaff.Claim {
        claim: |||
          An index that is always in sight was found to beat one that has to be opened: 100 % against
          53 % of tasks. A drawing with remarks is such an index; it is reported, never deleted.
        |||,
        source: 'Vercel, 2026-01-27',
      },
    ],
  },
  detect: chaff.DirectoryTreeDetect {
    min_entries: 8,
    min_share_percent: 60,
    template: [@'[<>{}\[\]$*?|…]|\.\.\.|(?i)\b(?:YYYY|XXX+|NNN+)\b|(?i)(?:^|/)(?:my|your|some|foo|bar|example)[-_]?'],
    unless_lead: [
      // What to make, what comes out, somebody else's.
      @'(?i)\b(?:creat(?:e|es|ed|ing)|generat(?:e|es|ed|ing)|scaffold(?:s|ed|ing)?|produc(?:e|es|ed)|output|add(?:ing)?|new|should|must|will|would|could|after|before|target|expected|propos(?:e|ed|al)|example|e\.g|upstream|installed|user.s|client.s)\b',
      @'(?i)\b(?:that|another|other|separate|sibling) (?:repo|repository|project)\b',
    ],
    unless_under: [
      @'(?i)\b(?:examples?|templates?|scaffold(?:ing)?|output|proposed|proposal|target|roadmap|migration|creating|adding|add|create|new|install(?:ation|ed)?)\b',
    ],
    lead: [
      // The repository is laid out like this:
      @'(?i)[^.]*\b(?:laid out|layout|structure[ds]?|organi[sz]ed|tree|folders?|director(?:y|ies)|looks? like|overview|files|contents?)\b[^.]*:[*_]*',
    ],
  },
  fix: chaff.DeleteBlock {},
  // Safe: it deletes only what a listing shows word for word, and only if nobody said anything to it.
  fix_safety: 'safe',
  readings: import '../readings/directory-tree.json',
  local small = {
    Makefile: '',
    'docs/style.md': '',
    'src/api/routes.py': '',
    'src/api/errors.py': '',
    'src/store/rows.py': '',
    'tests/api/routes_test.py': '',
  },
  invalid: [
    chaff.Invalid {
      title: 'true and bare: it goes, with its heading and what leads to it',
      repository: small,
      text: |||
        # Stork

        ## Structure

        The repository is laid out as follows:

        ```
        stork/
        ├── Makefile
        ├── docs/
        │   └── style.md
        ├── src/
        │   ├── api/
        │   │   ├── errors.py
        │   │   └── routes.py
        │   └── store/
        │       └── rows.py
        └── tests/
        ```

        ## Rules

        - Tests go first.
      |||,
      findings: chaff.lines([7]),
      fixed: |||
        # Stork

        ## Rules

        - Tests go first.
      |||,
    },
    chaff.Invalid {
      title: 'ASCII, and a section with more in it: the heading stays',
      repository: small,
      text: |||
        # Stork

        ## Structure

        ```text
        |-- Makefile
        |-- docs
        |   `-- style.md
        |-- src
        |   |-- api
        |   |   `-- routes.py
        |   `-- store
        `-- tests
            `-- api
        ```

        Routes and rows never import each other.
      |||,
      findings: chaff.lines([5]),
      fixed: |||
        # Stork

        ## Structure

        Routes and rows never import each other.
      |||,
    },
    chaff.Invalid {
      title: 'with remarks, or out of date: reported and left alone',
      repository: small,
      text: |||
        # Stork

        ```
        .
        ├── Makefile
        ├── docs/
        ├── src/
        │   ├── api/          # HTTP, no SQL in here
        │   │   ├── errors.py
        │   │   └── routes.py
        │   └── store/        # SQL, no HTTP in here
        └── tests/
        ```

        And again:

        ```
        ├── Makefile
        ├── docs/
        ├── src/
        │   ├── api/
        │   │   ├── errors.py
        │   │   └── routes.py
        │   ├── queue/
        │   └── store/
        └── tests/
        ```
      |||,
      findings: chaff.lines([3, 17]),
      fixed: |||
        # Stork

        ```
        .
        ├── Makefile
        ├── docs/
        ├── src/
        │   ├── api/          # HTTP, no SQL in here
        │   │   ├── errors.py
        │   │   └── routes.py
        │   └── store/        # SQL, no HTTP in here
        └── tests/
        ```

        And again:

        ```
        ├── Makefile
        ├── docs/
        ├── src/
        │   ├── api/
        │   │   ├── errors.py
        │   │   └── routes.py
        │   ├── queue/
        │   └── store/
        └── tests/
        ```
      |||,
    },
    chaff.Invalid {
      title: 'by indentation, below the folder that it draws',
      repository: small,
      path: 'src/AGENTS.md',
      text: |||
        Rows are never deleted.

            src/
              api/
                errors.py
                routes.py
              store/
                rows.py
              AGENTS.md
              api/routes.py
              api/errors.py
      |||,
      findings: chaff.lines([3]),
      fixed: |||
        Rows are never deleted.
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'fewer than eight lines, in a fence',
      repository: small,
      text: |||
        ```
        src/
        ├── api/
        │   ├── errors.py
        │   └── routes.py
        └── store/
        ```
      |||,
    },
    chaff.Valid {
      title: 'quoted',
      repository: small,
      text: |||
        > ```
        > ├── Makefile
        > ├── docs/
        > │   └── style.md
        > ├── src/
        > │   ├── api/
        > │   │   └── routes.py
        > │   └── store/
        > └── tests/
        > ```
      |||,
    },
    chaff.Valid {
      title: 'not English, and not this repository',
      repository: small,
      text: |||
        So sieht ein Paket beim Kunden aus:

        ```
        paket/
        ├── anleitung.pdf
        ├── daten/
        │   ├── januar.csv
        │   ├── februar.csv
        │   └── maerz.csv
        ├── bilder/
        │   └── logo.png
        └── lizenz.txt
        ```
      |||,
    },
    chaff.Valid {
      title: 'what a command is to make',
      repository: small,
      text: |||
        A new service should look like this:

        ```
        ├── Makefile
        ├── docs/
        │   └── style.md
        ├── src/
        │   ├── api/
        │   │   └── routes.py
        │   └── store/
        └── tests/
        ```
      |||,
    },
    chaff.Valid {
      title: 'a drawing of something else in box characters',
      repository: small,
      text: |||
        ```
        request
        ├── parse the header
        ├── check the token
        │   ├── known
        │   └── expired
        ├── look the row up
        │   ├── found
        │   └── not found
        └── answer
        ```
      |||,
    },
    chaff.Valid {
      title: 'a plain list of names, and a config',
      repository: small,
      text: |||
        ```yaml
        src:
          api:
            - routes.py
            - errors.py
          store:
            - rows.py
        docs:
          - style.md
        tests:
          - api
        ```

        ```
        Makefile
        docs
        src
        tests
        src/api
        src/store
        docs/style.md
        src/api/routes.py
        src/api/errors.py
        ```
      |||,
    },
    chaff.Valid {
      title: 'nothing is known of the repository',
      text: |||
        ```
        ├── Makefile
        ├── docs/
        │   └── style.md
        ├── src/
        │   ├── api/
        │   │   └── routes.py
        │   └── store/
        └── tests/
        ```
      |||,
    },
  ],
  battery: import '../batteries/directory-tree/battery.jsonnet',
  practice: import '../batteries/directory-tree/practice.jsonnet',
}
