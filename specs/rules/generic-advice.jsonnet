// Advice that holds for any program, and so says nothing about this one.
//
// Matched as a closed little grammar over the whole block: an adjective or two about code, a known
// phrase, and nothing else. One word of substance (a name, a number, a tool, a place) falls outside.
local chaff = import '../lib/chaff.libsonnet';

local opening =
  @'(?i)^[*_]*(?:please |you should |you must |we |let.s )*(?:always |try to |strive to |make sure (?:to |that )?|ensure (?:that )?'
  + '|be sure to |remember to )*';
local end =
  '(?: (?:at all times|whenever possible|where possible|in (?:all|every|each) (?:cases?|situations?|changes?)'
  + '|when (?:writing|generating) code|throughout))?[.!]*[*_]*$';

// What nobody would ask the opposite of.
local good =
  '(?:clean|readable|maintainable|clear|simple|efficient|robust|elegant|reliable|understandable'
  + '|high[- ]quality|good|great|excellent|beautiful|solid|modern|professional|bug[- ]free|error[- ]free|correct'
  + '|well[- ](?:written|structured|organi[sz]ed|designed|documented|crafted|factored)|production[- ](?:ready|quality|grade)'
  + '|scalable|modular|reusable|testable|extensible|performant|secure|self[- ]documenting|easy[- ]to[- ](?:read|maintain|understand)'
  + '|easy to (?:read|maintain|understand)(?: and (?:read|maintain|understand))?)';
local much = '(?:very |highly |as )?';
local list(word) = '(?:' + much + word + '(?:,? and |, )?)+';
local code = '(?:code|software|programs|functions|solutions|implementations)';

local manner =
  '(?:helpful|careful|thorough|accurate|precise|diligent|meticulous|smart|professional|polite|friendly'
  + '|respectful|reliable|efficient|rigorous|attentive)';
local naming =
  '(?:clear|good|meaningful|descriptive|self[- ]explanatory|expressive|readable|intuitive|sensible|proper)';
local named = '(?:variable|function|method|class|parameter|identifier)';
local virtue = '(?:quality|readability|maintainability)';
local fittingly = '(?:properly|gracefully|appropriately|correctly|carefully|well)';

// Any of these as a whole block. Few long patterns cost less than many short ones.
local advice(forms) = opening + '(?:' + std.join('|', forms) + ')' + end;

chaff.Rule {
  id: 'generic-advice',
  title: 'Advice that fits any program',
  message: 'This says nothing about the project: it would fit any program, and no agent sets out to do '
           + 'the opposite. Delete it, or say what it means here: which command, which file, which limit.',
  fix_safety: 'safe',
  rationale: chaff.Rationale {
    hypothesis: |||
      Lines such as "Write clean code" or "Handle errors gracefully" name a goal and no action. Where
      the file asks for something particular, they invite the usual instead: a guard, a comment, a
      tidier line that nobody asked for. Deleting them raises the share of edits that do what the
      project's own rules require and no more.
    |||,
    supports: [
      chaff.Claim {
        claim: |||
          Unnecessary requirements made tasks harder, and instruction files that a model had written
          lowered success by 3 % at a fifth more cost.
        |||,
        source: 'Gloaguen et al., arXiv 2602.11988',
      },
      chaff.Claim {
        claim: |||
          One project cut its file from 807 lines to about 80 by deleting each line for which nobody
          could name the failure that it prevents.
        |||,
        source: 'shopware/frontends#2678',
      },
      chaff.Claim {
        claim: |||
          The same rule was followed 6 times of 6 alone, 3 of 6 in the file it came from, and 2 of 6
          in a bloated version of that file.
        |||,
        source: 'sksat/orts#165, six runs each',
      },
      chaff.Claim {
        claim: 'With 500 instructions at once, the best models followed 68 % of them.',
        source: 'IFScale, arXiv 2507.11538',
      },
    ],
    against: [
      chaff.Claim {
        claim: 'The size of an instruction file had no detectable effect on whether it was followed.',
        source: 'McMillan, arXiv 2605.10039',
      },
      chaff.Claim {
        claim: |||
          How a rule is phrased made no difference in 2,663 runs, so a strong model may well pass
          over such a line, and a null is to be expected beyond the tokens saved.
        |||,
        source: 'obey-cli, published study',
      },
    ],
  },
  detect: chaff.BlockDetect {
    any: [
      // Write clean, readable and maintainable code.
      advice([
        '(?:write|produce|create|deliver|generate|aim for|strive for|ensure|develop) ' + list(good) + ' ' + code
        + '(?:,? (?:that|which) is ' + list(good) + ')?',
      ]),
      advice([
        // Keep the code simple and readable. Code should be clean.
        '(?:(?:keep|make) (?:the |your |all )?code(?:base)? |(?:the |your |all )?code (?:should|must) be )' + list(good),
        // Prefer simple solutions.
        '(?:prefer|favou?r|write|choose) ' + list(good) + ' solutions(?: (?:over|to) (?:complex|clever|complicated) ones)?',
        'keep (?:it|things) (?:clean|simple|clean and simple|simple and clean)',
      ]),
      advice([
        // Follow best practices.
        '(?:follow|use|apply|adhere to|stick to|respect|observe) (?:the |all |(?:well[- ])?established |modern |current '
        + '|general |common |good |standard |accepted |industry(?:[- ]standard)? |coding |programming |software |development '
        + '|engineering |relevant )*(?:best|good) practices?(?:(?:,? and) (?:coding )?(?:standards|conventions|guidelines|principles))?',
        // Be thorough and careful.
        'be (?:as )?' + list(manner) + '(?: as possible| as you can)?',
        'pay (?:close |careful |great )?attention to (?:the )?details?',
        '(?:strive|aim) for (?:excellence|perfection|(?:the )?highest quality|high quality|quality|simplicity|clarity)',
        'do your best|do a (?:good|great) job|take pride in (?:your|the) (?:work|craft|code)|use common sense',
        'use (?:your )?(?:best|good) judge?ment|think (?:carefully|hard)|quality (?:matters|is key|comes first)',
        '(?:do not|don.t|never) make (?:any )?mistakes|make no mistakes',
        '(?:ensure|maintain|keep|guarantee|focus on) (?:a |the )?(?:high|highest|good|excellent) (?:standard of )?(?:code )?quality',
        '(?:ensure|maintain|focus on|improve) (?:the )?(?:code )?' + virtue + '(?: and ' + virtue + ')?',
      ]),
      advice([
        // Handle errors gracefully. Implement proper error handling.
        '(?:catch and )?handle (?:all )?(?:the )?(?:errors|exceptions|edge cases|errors and edge cases|failures) ' + fittingly,
        '(?:implement|use|add|ensure|include|provide) (?:proper|good|robust|appropriate|adequate) error[- ]handling',
        // Consider edge cases.
        '(?:consider|think about|handle|cover|keep in mind) (?:all )?(?:the |possible )?(?:edge|corner) cases'
        + '(?: and (?:error (?:scenarios|cases|conditions)|failures))?',
        '(?:all )?edge cases are (?:considered|handled|covered)',
        '(?:consider|think about|keep in mind) (?:scalability|performance|security|maintainability|readability)'
        + '(?: in (?:all |your )?(?:design )?decisions)?',
        // Use meaningful names.
        '(?:use|choose|pick|prefer|give) ' + list(naming) + ' (?:' + named + '(?:(?:,? and |, )' + named + ')* )?'
        + 'names(?: that (?:convey|reveal|express) (?:their )?intent)?'
        + '(?: for (?:variables|functions|variables and functions|everything))?',
        // Write good comments.
        '(?:write|add|use) (?:' + list(naming) + '|helpful|useful) (?:code )?(?:comments|commit messages)',
      ]),
    ],
    // A line that is shown there, for good or ill, is not an instruction.
    unless_under: [
      @'(?i)\b(?:examples?|prompts?|templates?|avoid|never|do not|don.?ts?|bad|vague|generic|anti-?patterns?'
      + @'|mistakes|instead|filler|rewrit\w*|review\w*|checklists?|rubrics?|wording|writing (?:rules|instructions))\b',
    ],
    unless_lead: [
      @'(?i)\b(?:examples?|such as|like|e\.g\.|avoid|never|not|no|don.t|bad|useless|meaningless|empty'
      + @'|anti-?patterns?|instead|delete|remove|reject|flags?|means?|replac\w+|rewrit\w*|prompts?|says?|said'
      + @'|phrases?|lines|wording|quot\w+|review\w*|answer\w*|check\w*|rat\w+|scor\w+)\b.*:[*_]*$',
      @'(?i)\b(?:vague|generic|filler)\b',
    ],
  },
  fix: chaff.DeleteBlock {},
  invalid: [
    chaff.Invalid {
      title: 'items among rules',
      text: |||
        # Working here

        - Write clean, readable and maintainable code.
        - Run `make lint` before you commit.
        - **Follow industry best practices.**
        - Be thorough
      |||,
      findings: chaff.lines([3, 5, 6]),
      fixed: |||
        # Working here

        - Run `make lint` before you commit.
      |||,
    },
    chaff.Invalid {
      title: 'a paragraph, and numbered items that keep their numbers',
      text: |||
        Always strive to write high-quality code that is easy to read and
        maintain.

        1. Regenerate the client with `make client`.
        2. Handle errors gracefully.
        3. Never force-push `main`.
      |||,
      findings: chaff.lines([1, 5]),
      fixed: |||
        1. Regenerate the client with `make client`.
        3. Never force-push `main`.
      |||,
    },
    chaff.Invalid {
      title: 'names, edge cases, quality, simplicity',
      text: |||
        ## Style

        * Use meaningful variable and function names.
        * Dates are written `2026-05-01`.
        * Consider edge cases.
        * Maintain high code quality!
        * Prefer simple solutions over clever ones.
      |||,
      findings: chaff.lines([3, 5, 6, 7]),
      fixed: |||
        ## Style

        * Dates are written `2026-05-01`.
      |||,
    },
    chaff.Invalid {
      title: 'all that a list held',
      text: |||
        The tests need a running database.

        - Be helpful, accurate and professional.
        - Pay attention to detail.

        Ask before you add a dependency.
      |||,
      findings: chaff.lines([3, 4]),
      fixed: |||
        The tests need a running database.

        Ask before you add a dependency.
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'inside a sentence, where a rule is about such words',
      text: |||
        - Long reviews are less likely to be helpful and more likely to be skipped.
        - Delete lines that only say "follow best practices": nobody can act on them.
        - "Write clean code." says nothing; name the command instead.
      |||,
    },
    chaff.Valid {
      title: 'with something particular in it',
      text: |||
        - Follow the best practices in `docs/style.md`.
        - Follow OWASP best practices.
        - Write clean code that `make lint` accepts without a suppression comment.
        - Handle errors gracefully: show the banner, keep the draft.
        - Be concise.
        - Use descriptive names for migrations, such as `add-index-to-orders`.
        - Write clean code
          that `make lint` accepts.
      |||,
    },
    chaff.Valid {
      title: 'an item with blocks inside',
      text: |||
        - Follow best practices:
          - run `make lint` before you commit
        - Follow best practices.
          - Never force-push `main`.
        - Write clean code.

          ```sh
          make lint
          ```
      |||,
    },
    chaff.Valid {
      title: 'hedges in prose that describes',
      text: |||
        The parser is often simple, and generally robust.

        Our clean, readable code is why the museum chose this library.

        Code that is easy to read is reviewed first.
      |||,
    },
    chaff.Valid {
      title: 'in a fence, and in code',
      text: |||
        A rule that says nothing:

        ```markdown
        - Write clean code.
        ```

        `Follow best practices.`
      |||,
    },
    chaff.Valid {
      title: 'quoted',
      text: |||
        > Write clean code.

        > - Follow best practices.
      |||,
    },
    chaff.Valid {
      title: 'shown as a bad line, by a heading or by what leads to it',
      text: |||
        ## Lines to avoid

        - Write clean code.

        ## Instruction files

        Reject vague rules like these:

        - Follow best practices.
        - Be helpful.

        What a reviewer answers when asked what "good" means:

        - Write readable code.
      |||,
    },
    chaff.Valid {
      title: 'not English',
      text: |||
        - Schreibe sauberen Code.
        - Siga as melhores práticas.
        - 编写干净的代码。
      |||,
    },
    chaff.Valid {
      title: 'front matter, a table, a comment',
      path: '.claude/skills/deploy/SKILL.md',
      text: |||
        ---
        name: deploy
        description: Follow best practices.
        ---

        | rule | why |
        |---|---|
        | Write clean code. | said by everyone |

        <!-- Be thorough. -->
      |||,
    },
  ],
  battery: import '../batteries/generic-advice/battery.jsonnet',
  practice: import '../batteries/generic-advice/practice.jsonnet',
  readings: import '../readings/generic-advice.json',
}
