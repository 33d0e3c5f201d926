// Lines that tell the agent who it is and nothing else.
//
// Matched as a closed little grammar: a way to begin, a role with praise in it, and parts that only
// praise. Whatever names work, a task, a place or a habit to keep falls outside it.
local chaff = import '../lib/chaff.libsonnet';

local begin =
  @'(?i)^[*_"]*(?:you are|you.re|(?:act|behave) (?:as|like)|(?:imagine|pretend) you(?:.re| are)'
  + @'|assume the role of)\s+(?:an?|the|my|our|one of the world.s)?\s*';
local word = @'(?:[\pL\pN][\pL\pN+#/.’''-]*,?\s+)';
local praise =
  '(?:world[- ]class|world.s (?:best|leading)|senior|expert|experienced|seasoned|skilled'
  + '|highly[- ](?:skilled|experienced|capable|intelligent)|elite|brilliant|genius|legendary'
  + '|10x|rock ?star|top[- ](?:tier|notch)|leading|veteran|principal|talented|gifted'
  + '|exceptional|extraordinary|outstanding|distinguished|renowned|proficient|knowledgeable'
  + '|meticulous|tireless|fearless|decisive|confident|unmatched|helpful|professional|passionate),?';
local role =
  '(?:(?:engineer|developer|programmer|coder|architect|assistant|hacker|consultant|specialist'
  + '|professional|craftsman|scientist|problem[- ]solver|tech lead)s?)';
local master =
  '(?:(?:expert|master|guru|wizard|ninja|rock ?star|virtuoso|legend)s?|genius|authority)';
local words = @'[\pL\pN][\pL\pN+#/.,&''’ -]*';
local letters = @'[\pL,''’ -]+';
local rest = @'(?:\s[\pL,''’ -]+)?';

// What only praises.
local clause =
  '(?:always |never )?(?:'
  + '(?:has|have) (?:seen|done|built|mastered|solved) (?:it all|everything|every|all)' + rest
  + '|(?:gets?|does?) (?:everything|it|things) right' + rest
  + '|can (?:do|solve|build|fix) (?:anything|everything|any|every)' + rest
  + '|hesitates?|fails?|errs?|tires?|gives? up|makes? mistakes'
  + '|delivers? (?:perfect|flawless|excellent|outstanding|the best) ' + letters
  + @'|takes? (?:\pL+ )?pride in ' + letters
  + @'|cares? (?:\pL+ )?about ' + letters
  + @'|(?:instincts|judge?ment|skills) (?:is|are) (?:always |never )?\pL+'
  + ')';
local joint = @',?\s+(?:and\s+)?(?:who|that|whose|you|and)\s+';
local tail =
  '(?:'
  // with decades of experience in …, and an eye for …
  + @',?\s+(?:and\s+' + word + @'{0,4}|with\s+' + word
  + '{0,9})(?:experience|expertise|knowledge|skills?|memory|taste|eye for ' + letters + ')'
  + @'(?:\s+(?:in|of|with|across)\s+' + words + ')?'
  // specialising in …, of your craft
  + @'|,?\s+(?:and\s+)?(?:speciali[sz]ing|proficient|skilled|fluent|versed) (?:in|with)\s+' + words
  + @'|\s+of\s+(?:your|the|their)\s+(?:craft|art|trade)'
  // admired by …, who …
  + @'|,?\s+(?:(?:who|and) (?:is|are) )?(?:admired|respected|known|renowned|famous)\s+(?:by|for)\s+' + letters
  + '|' + joint + clause
  + ')';
local field = @'(?:\s+(?:in|of)\s+' + words + ')?';
local end = @'[.!]*[*_"]*$';

chaff.Rule {
  id: 'persona-filler',
  title: 'Persona line that says nothing about the work',
  message: |||
    This tells the agent who it is and nothing about the project; in published experiments such
    lines did not make answers more accurate. Delete it, or say what is to be done.
  |||,
  rationale: chaff.Rationale {
    hypothesis: |||
      A line such as "You are a world-class engineer" carries no fact and no rule, and invites
      answers from memory where the file asks to look something up first. Deleting it raises the
      share of tasks in which the agent looks before it acts.
    |||,
    supports: [
      chaff.Claim {
        claim: 'Personas do not help on factual questions, and some of them hurt.',
        source: 'Playing Pretend, arXiv 2512.05858; Zheng et al., Findings of EMNLP 2024, 888',
      },
      chaff.Claim {
        claim: 'An expert persona took a model from 71.6 to 68.0 points on MMLU.',
        source: 'University of Southern California, as cited with the two papers above',
      },
      chaff.Claim {
        claim: 'Unnecessary requirements in an instruction file make tasks harder.',
        source: 'Gloaguen et al., arXiv 2602.11988',
      },
    ],
    against: [
      chaff.Claim {
        claim: |||
          The same studies find no effect for most personas, so the likeliest outcome is none on the
          pass rate and a few tokens saved: wording as such gave a null in 2,663 runs.
        |||,
        source: 'Zheng et al., Findings of EMNLP 2024, 888; obey-cli study',
      },
      chaff.Claim {
        claim: |||
          A list of languages after "expert in" is also the shortest description of a stack, and the
          line of a subagent tells it what it is for.
        |||,
        source: 'reading of 270 public instruction files, 2026-11-30 (2.2 % carry a persona)',
      },
    ],
  },
  detect: chaff.BlockDetect {
    any: [
      // You are a world-class Go engineer with thirty years of experience.
      begin + word + '{0,5}' + praise + @'\s+(?:and\s+)?' + word + '{0,5}' + role + tail + '{0,4}' + end,
      // You are an expert in Python and distributed systems. You are a master of your craft.
      begin + word + '{0,5}' + master + field + tail + '{0,4}' + end,
    ],
    unless: [
      // Work, places and habits.
      @'(?i)\b(?:working|edit(?:ing)?|contributing|maintaining|helping|tasked|responsible|reviewing'
      + '|assigned|assisting|operating|running|pairing|acting|mentoring|teaching|explaining)\\b',
      @'(?i)\b(?:repo(?:sitory)?|codebase|monorepo|project|workspace|team|company|organi[sz]ation'
      + @'|product|user|users|customers?|clients?)\b',
      @'(?i)\b(?:always|never|only|and|who|to|you|please|must|should|will|do not|don.t)\s+(?:use|run|follow'
      + '|prefer|check|read|ask|test|add|avoid|keep|format|commit|verify|explain|respond|answer|start'
      + @'|think|look|open|search|plan|think|create|provide|ensure|make sure)\b',
      @'(?i)\byour (?:task|job|goal|role|mission|purpose|responsibilit)',
      @'(?i)\b(?:if|unless|when|whenever|while|because|not|no|but)\b',
      @'(?i)\b(?:assistant|developer|engineer|specialist|consultant)s?\s+(?:to|for|of|on|at|from)\b',
      '[`:;?<>{}()\\[\\]|]',
      // A sentence goes on after the first.
      @'[.!]\s+\S',
    ],
    // There the line is what the file is about.
    unless_under: [@'(?i)\b(?:prompts?|examples?|templates?|personas?|subagents?)\b'],
  },
  fix: chaff.DeleteBlock {},
  invalid: [
    chaff.Invalid {
      title: 'the first line of the file',
      text: |||
        You are a world-class senior software engineer with decades of experience.

        # Quarry

        Quarry finds old photographs for a town archive.
      |||,
      findings: chaff.lines([1]),
      fixed: |||
        # Quarry

        Quarry finds old photographs for a town archive.
      |||,
    },
    chaff.Invalid {
      title: 'an item, and the last paragraph',
      text: |||
        # Working here

        - You are an expert TypeScript developer.
        - Run `make lint` before you commit.

        **Act as a brilliant, tireless engineer who takes pride in flawless work.**
      |||,
      findings: chaff.lines([3, 6]),
      fixed: |||
        # Working here

        - Run `make lint` before you commit.
      |||,
    },
    chaff.Invalid {
      title: 'wrapped, between two paragraphs',
      text: |||
        Quarry finds old photographs for a town archive.

        You are an expert in Python, distributed systems and clean architecture,
        admired by your peers for your speed.

        Captions are never shortened.
      |||,
      findings: chaff.lines([3]),
      fixed: |||
        Quarry finds old photographs for a town archive.

        Captions are never shortened.
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'says where the agent is, or what it is to do',
      text: |||
        You are editing the service that dims the street lamps.

        You are a senior engineer working in a Yarn monorepo.

        You are an expert reviewer of database migrations.

        You are the on-call assistant for the payments team.

        - You are running in a sandbox without a network.
        - You are a code reviewer.
      |||,
    },
    chaff.Valid {
      title: 'a persona with an instruction in it',
      text: |||
        You are an expert developer who always runs `make verify` before a commit.

        You are a senior engineer. Write the test first.

        You are a lazy senior developer. The best code is the code never written.

        Act as a senior software architect. Approach a change with:

        - a plan
        - a test
      |||,
    },
    chaff.Valid {
      title: 'in a fence',
      text: |||
        The prompt of the judge starts with:

        ```text
        You are a world-class senior software engineer.
        ```
      |||,
    },
    chaff.Valid {
      title: 'quoted, and part of a rule',
      text: |||
        > You are a world-class senior software engineer.

        Leave out lines such as "You are a world-class engineer": they say nothing.
      |||,
    },
    chaff.Valid {
      title: 'under a heading about prompts',
      text: |||
        ## Prompt for the translator

        You are an experienced assistant.
      |||,
    },
    chaff.Valid {
      title: 'not English',
      text: |||
        Du bist ein erfahrener Softwareentwickler von Weltrang.

        Eres un ingeniero de software experto.
      |||,
    },
    chaff.Valid {
      title: 'front matter',
      path: '.claude/agents/helper.md',
      text: |||
        ---
        name: helper
        description: You are an expert release engineer.
        ---

        Cut the release with `make release`.
      |||,
    },
  ],
  battery: import '../batteries/persona-filler/battery.jsonnet',
  practice: import '../batteries/persona-filler/practice.jsonnet',
  readings: import '../readings/persona-filler.json',
}
