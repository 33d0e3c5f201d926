// Paths in the home of whoever wrote the file.
//
// A home counts unless an example, a container or the repository itself explains it.
local chaff = import '../lib/chaff.libsonnet';

// Homes that many machines have, and names that stand for anybody's.
local everywhere = std.join('|', [
  'node',
  'runner(?:admin)?',
  'vscode',
  'ubuntu',
  'debian',
  'fedora',
  'centos',
  'alpine',
  'core',
  'pi',
  'coder',
  'codespace',
  'gitpod',
  'circleci',
  'jovyan',
  'pwuser',
  'www-data',
  'ec2-user',
  'azureuser',
  'vagrant',
  'docker',
  'container\\w*',
  'sandbox',
  'agent',
  'agents',
  'claude',
  'codex',
  'linuxbrew',
  'git',
  'github',
  'gitlab(?:-runner)?',
  'jenkins',
  'build(?:er|user|kite-agent)?',
  'ci',
  'deploy(?:er)?',
  'app(?:user)?',
  'service',
  'web',
  'nonroot',
  'rootless',
  'dev(?:el|eloper|user)?',
  'test(?:er|user)?',
  'admin(?:istrator)?',
  'guest',
  'public',
  'default',
  'shared',
  'all',
  'user(?:s|name|[0-9]+)?',
  'me',
  'my(?:self|[-_]?(?:user|name|username|home))?',
  'you',
  'your[-_.]?(?:user|name|username|home|account)?',
  '(?:some|any)(?:one|body|user|name)',
  'name',
  // Folders and routes that are nobody's.
  'data',
  'sites?',
  'scratch',
  'work(?:space)?',
  'projects?',
  'storage',
  'media',
  'backups?',
  'tmp',
  'src',
  'code',
  'repos?',
  'local',
  'bin',
  'assets',
  'images?',
  'index',
  'main',
  'dashboard',
  'settings',
  'profiles?',
  'feed',
  'search',
  'steamuser',
  'home',
  'foo',
  'bar',
  'baz',
  'x+',
  'alice',
  'bob',
  'john(?:[-_.]?doe)?',
  'jane(?:[-_.]?doe)?',
  'jdoe',
  'example',
]);

chaff.Rule {
  id: 'machine-local-path',
  title: 'Path that exists on one machine only',
  message: "This path lies in somebody's home, so it is there on one machine only: everywhere else an "
           + 'agent reads, runs or writes the wrong place. Name the place from the root of the repository, '
           + 'or move the line to a file that is not shared, such as CLAUDE.local.md.',
  // The block may say more than the path, and its author may need it.
  fix_safety: 'unsafe',
  rationale: chaff.Rationale {
    hypothesis: |||
      An absolute path into its author's home is used as it stands: the agent reads, runs or writes
      there, and fails or misses the file that the repository holds. Deleting such lines raises the
      share of tasks whose first step goes to the right place.
    |||,
    supports: [
      chaff.Claim {
        claim: '6 of 270 public instruction files name a home of their author.',
        source: 'reading of 270 public instruction files, 2026-11-30',
      },
      chaff.Claim {
        claim: |||
          References to tools, scripts and documents that are not there cost turns, so that projects
          wrote checks for them.
        |||,
        source: 'BasedHardware/omi#7569, github/copilot-cli#4596',
      },
    ],
    against: [
      chaff.Claim {
        claim: |||
          An agent sees at once that the path is not there, and most have been taught to look around
          then: a turn is lost, not the task.
        |||,
        source: 'our own expectation, not measured',
      },
      chaff.Claim {
        claim: |||
          Such a path may be meant: a file for one's own machine, or a rule that applies only where
          the path exists, which deleting it would widen.
        |||,
        source: 'a public file whose section applies to the maintainer, read 2026-11-30',
      },
    ],
  },
  detect: chaff.MachinePathDetect {
    blocks: ['paragraph', 'list_item', 'table_row', 'heading'],
    path: [
      @'(?:^|[^\w/.:~$}@%>*-])(/home/[A-Za-z_][\w.-]*)/[\w.@~-]',
      @'(?:^|[^\w/.:~$}@%>*-])(/Users/[A-Za-z_][\w.-]*)/[\w.@~-]',
      @'(?:^|[^\w/.:~$}@%>*-])(/mnt/[a-z]/Users/[A-Za-z_][\w.-]*)/[\w.@~-]',
      @'(?i)(?:^|[^\w/])([a-z]:[\\/]{1,2}Users[\\/]{1,2}[a-z_][\w.-]*)[\\/]{1,2}[\w.@~-]',
    ],
    unless: [
      // Somebody else's machine, where the path may well be right.
      @'(?i)\b(?:containers?|containeri[sz]ed|docker(?:file)?|podman|images?|volumes?|devcontainers?'
      + @'|codespaces?|sandbox(?:es|ed)?|vms?|virtual machines?|pods?|kubernetes|ci|runners?|ssh|scp|rsync|remote|servers?'
      + @'|hosts?|wsl|vps|production|staging)\b',
      // Said of paths: shown, forbidden, or a condition.
      @'(?i)\b(?:e\.g\.|for (?:example|instance)|such as|examples?|avoid|never|no|not|don.?t|must(?:n.t)|instead'
      + @'|rather than|hard-?cod\w*|absolute|placeholders?|replac\w+|substitut\w+|leak\w*|personal|anonymi\w+|redact\w*'
      + @'|like|looks?|if|unless|when|whose|only on|your own|sample|fixtures?|expect\w*)\b',
      // Routes of a web site.
      @'(?i)\b(?:routes?|routing|pages?|endpoints?|urls?|uris?|redirect\w*|screens?|api|get|post|put|patch|navigat\w*)\b',
    ],
    unless_under: [
      @'(?i)\b(?:examples?|containers?|docker|devcontainers?|ci|servers?|production|staging|deploy\w*|local machine'
      + @'|my machine|personal|routes?|routing|api|endpoints?|vm|windows vm)\b',
    ],
    unless_home: [@'(?i)[\\/](?:' + everywhere + ')$'],
    made_by: [
      @'(?i)(?:^|/)[^/]*(?:docker|container)file[^/]*$',
      @'(?i)(?:^|/)(?:docker-)?compose[^/]*\.ya?ml$',
      @'(?i)(?:^|/)\.?devcontainer[^/]*\.json$',
      @'(?:^|/)\.devcontainer/',
      @'^\.github/(?:workflows|actions)/.+\.ya?ml$',
      @'^\.(?:circleci|buildkite|gitpod)',
      @'(?:^|/)\.gitlab-ci[^/]*\.ya?ml$',
      @'(?:^|/)(?:Vagrantfile|Jenkinsfile|cloud-init[^/]*|[^/]+\.service|azure-pipelines\.yml)$',
    ],
  },
  fix: chaff.DeleteBlock {},
  invalid: [
    chaff.Invalid {
      title: 'items among rules',
      text: |||
        # Working here

        - The checkout is at `/home/mirela/src/larder`.
        - Run `make test` before you commit.
        - Recordings are in /Users/otto.k/recordings/2026.
      |||,
      findings: chaff.lines([3, 5]),
      fixed: |||
        # Working here

        - Run `make test` before you commit.
      |||,
    },
    chaff.Invalid {
      title: 'Windows, in a paragraph and in a table',
      text: |||
        The compiler is `C:\Users\mirela\bin\zig.exe`.

        | what | where |
        |---|---|
        | notes | `D:/Users/otto/notes.md` |
        | plans | `docs/plans.md` |
      |||,
      findings: chaff.lines([1, 5]),
      fixed: |||
        | what | where |
        |---|---|
        | plans | `docs/plans.md` |
      |||,
    },
    chaff.Invalid {
      title: 'a label, wrapped; a repository that makes another home',
      repository: { Dockerfile: 'FROM python:3.13\nRUN useradd -m larder\nWORKDIR /home/larder/app\n' },
      text: |||
        **Test plan:**
        `/home/mirela/src/larder/docs/plan.md`

        The service runs in `/home/larder/app`.
      |||,
      findings: chaff.lines([2]),
      fixed: |||
        The service runs in `/home/larder/app`.
      |||,
    },
    chaff.Invalid {
      title: 'a heading, and an item with blocks inside, are reported and left',
      text: |||
        # Instructions for /Users/mirela/develop/larder

        - Scripts are in `/home/mirela/bin`.
        - Scripts are in `/home/mirela/bin/larder`.
          - `fill` fills the shelves.
      |||,
      findings: chaff.lines([1, 3, 4]),
      fixed: |||
        # Instructions for /Users/mirela/develop/larder

        - Scripts are in `/home/mirela/bin/larder`.
          - `fill` fills the shelves.
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'addresses and routes',
      text: |||
        - The manual is at https://example.org/home/manual/start.html.
        - `GET /Users/42/roles` lists the roles.
        - The route `/home/settings/profile` shows the profile.
        - Pages live in `src/home/hero/`.
        - `/home/dashboard/stats` is drawn on the first visit.
        - `/home/site/wwwroot` is where the hoster puts it; games see `C:\Users\steamuser\AppData`.
      |||,
    },
    chaff.Valid {
      title: 'homes of containers and runners',
      text: |||
        - The application lies in `/home/node/app`.
        - Caches are kept in `/home/runner/.cache`, and in `/home/vscode/.cache`.
        - User skills are mounted at `/home/larder/.larder/skills` in the container.
      |||,
    },
    chaff.Valid {
      title: 'a home that the repository makes',
      repository: { 'deploy/Dockerfile': 'FROM debian\nRUN adduser --system larder\nUSER larder\n' },
      text: |||
        - Skills are read from `/home/larder/.larder/skills`.
      |||,
    },
    chaff.Valid {
      title: 'anybody, and nobody',
      text: |||
        - `/home/user/project`, `/Users/me/project`, `/home/yourname/project`
        - `/home/<you>/project`, `/home/$USER/project`, `/home/{name}/project`
        - `~/project` and `$HOME/project` are fine.
        - `C:\Users\Public\larder` and `C:\Users\%USERNAME%\larder`
      |||,
    },
    chaff.Valid {
      title: 'rules about such paths, and conditions',
      text: |||
        - Never commit a path like `/home/mirela/src/larder`.
        - Paths such as `/Users/otto/larder/bin` do not belong in a test.
        - The next section applies only if `/home/mirela/src/larder` exists.
      |||,
    },
    chaff.Valid {
      title: 'in a fence',
      text: |||
        The log shows where it failed:

        ```text
        File "/home/mirela/src/larder/app.py", line 3
        ```
      |||,
    },
    chaff.Valid {
      title: 'quoted',
      text: |||
        > The checkout is at `/home/mirela/src/larder`.
      |||,
    },
    chaff.Valid {
      title: 'not English, and not a home',
      text: |||
        - Startseite: `/home`, Benutzer: `/Users`
        - Der Ordner heißt `/srv/mirela/larder`.
        - `packages/home/mirela/index.ts`
      |||,
    },
  ],
  battery: import '../batteries/machine-local-path/battery.jsonnet',
  practice: import '../batteries/machine-local-path/practice.jsonnet',
  readings: import '../readings/machine-local-path.json',
}
