// The vocabulary of specs.
//
// Mix an object in and fill its fields, `chaff.Item { id: 'deploy', … }`, or call a function,
// `chaff.answerStates('(?i)pnpm')`. A field left out that has no default stops the compile, and
// so does a field that does not exist. The names and what they mean are those of chaff/shapes.
//
// Patterns are RE2, searched anywhere unless they carry their own `^` and `$`.

// Closes an object: whoever extends it can only set fields that stand in it.
local closed(name, base) = base {
  local strangers = [field for field in std.objectFields(self) if !(field in base)],
  assert std.length(strangers) == 0 :
         name + ' has no field ' + std.join(', ', strangers)
         + ' (it has: ' + std.join(', ', std.objectFields(base)) + ')',
};

local required(name, field) = error name + " needs a field '" + field + "'";

local listOf(value) = if std.type(value) == 'array' then value else [value];

{
  // ---- rules

  Rule:: closed('Rule', {
    id: required('Rule', 'id'),
    title: required('Rule', 'title'),
    rationale: required('Rule', 'rationale'),
    tier: 'heuristic',
    detect: required('Rule', 'detect'),
    fix: required('Rule', 'fix'),
    valid: required('Rule', 'valid'),
    invalid: required('Rule', 'invalid'),
    battery: required('Rule', 'battery'),
    // A second battery, for models too small to use tools: its runs never move the tier.
    practice: null,
    // One or two sentences for whoever reads a finding: what is wrong, what to do.
    message: '',
    // It lies in the graveyard: off unless selected by name. `doit bury:RULE` sets it.
    buried: false,
    // 'unsafe': the fix may take away what somebody needs; made only when asked for.
    fix_safety: 'safe',
    // Every hit on real text, judged by reading: `import '../readings/<rule>.json'`.
    readings: [],
    assert self.fix_safety == 'safe' || self.fix_safety == 'unsafe' :
           "Rule: fix_safety must be 'safe' or 'unsafe'",
    assert self.tier == 'heuristic' || self.tier == 'enforced' :
           "Rule: tier must be 'heuristic' or 'enforced'",
  }),

  // Why the rule might be right: a hypothesis until it is measured, with both sides of it.
  Rationale:: closed('Rationale', {
    hypothesis: required('Rationale', 'hypothesis'),
    supports: required('Rationale', 'supports'),
    against: required('Rationale', 'against'),
  }),

  Claim:: closed('Claim', {
    claim: required('Claim', 'claim'),
    source: required('Claim', 'source'),
  }),

  // ---- what a rule flags and how it is fixed

  // Flags a whole block by its own words.
  BlockDetect:: closed('BlockDetect', {
    kind: 'block',
    blocks: ['paragraph', 'list_item'],
    any: required('BlockDetect', 'any'),
    unless: [],
    unless_under: [],
    // What leads to a block: the paragraph before it or its list, the item that it stands in.
    unless_lead: [],
    // A block with blocks inside is left alone ('skip'), or reported but not fixed ('report').
    nested: 'skip',
    // Code spans are part of the text ('kept'), or empty ('blanked').
    code: 'kept',
  }),

  // Flags a heading and all that belongs to it, if enough of its entries look like a log.
  SectionDetect:: closed('SectionDetect', {
    kind: 'section',
    heading: required('SectionDetect', 'heading'),
    unless_heading: [],
    entry: required('SectionDetect', 'entry'),
    unless_entry: [],
    min_entries: 3,
    min_share_percent: 50,
  }),

  // Flags a block that sends the reader to a file which the repository does not hold.
  MissingPathDetect:: closed('MissingPathDetect', {
    kind: 'missing_path',
    blocks: ['paragraph', 'list_item', 'table_row'],
    // What a path to a file looks like, in code spans and links, and in imports.
    path: required('MissingPathDetect', 'path'),
    import_path: [],
    // The files whose imports are loaded.
    importers: [],
    unless: [],
    // Looked for in the path's sentence, in which `@` stands for it, and in what leads to it.
    unless_sentence: [],
    unless_under: [],
    unless_path: [],
    // Whole texts, `@` for each reference, that say nothing but where something is.
    only: [],
  }),

  // Flags a block whose command names a script or target that no manifest defines.
  MissingCommandDetect:: closed('MissingCommandDetect', {
    kind: 'missing_command',
    blocks: ['paragraph', 'list_item', 'table_row'],
    // Languages of fences in which each line is a command; reported, never deleted.
    fences: [],
    runners: required('MissingCommandDetect', 'runners'),
    // Names of scripts, where the runner would take a program too: `yarn lint`, `yarn tsc`.
    scripts: [],
    unless: [],
    unless_lead: [],
    unless_under: [],
    unless_target: [],
    unless_file: [],
    // The block's text, with the command left empty, if it is about nothing else.
    only: [],
  }),

  // Flags a block that names a tool of a server which the repository does not configure.
  MissingToolDetect:: closed('MissingToolDetect', {
    kind: 'missing_tool',
    blocks: ['paragraph', 'list_item', 'table_row'],
    // The first group of a pattern is the server's name.
    server: required('MissingToolDetect', 'server'),
    unless: [],
    unless_lead: [],
    unless_under: [],
    unless_server: [],
    unless_file: [],
    // The block's text, with the name left empty, if it is about nothing else.
    only: [],
  }),

  // Flags a block that names a path in somebody's home.
  MachinePathDetect:: closed('MachinePathDetect', {
    kind: 'machine_path',
    blocks: ['paragraph', 'list_item', 'table_row'],
    // The first group of a pattern is the home folder.
    path: required('MachinePathDetect', 'path'),
    unless: [],
    unless_under: [],
    unless_home: [],
    // Files of the repository that may make the home, a Dockerfile for one.
    made_by: [],
  }),

  // Flags the later copy of a block that says word for word what an earlier one says.
  RepeatedBlockDetect:: closed('RepeatedBlockDetect', {
    kind: 'repeated_block',
    blocks: ['paragraph', 'list_item'],
    min_words: required('RepeatedBlockDetect', 'min_words'),
    // Headings and introducing lines that limit what is below them to a part.
    part: [],
    // Headings of what holds for all; of two copies one must stand under nothing but such.
    whole: [],
    unless: [],
    unless_under: [],
  }),

  // Flags a fence or a table so long that it is reference, not instruction.
  LongBlockDetect:: closed('LongBlockDetect', {
    kind: 'long_block',
    min_code_lines: 30,
    min_table_rows: 25,
    min_other_lines: 0,
    files: [],
    unless_language: [],
    // A table's head, or the line above the block.
    unless_head: [],
    // So many lines or rows of this look make the block something else.
    unless_line: [],
    unless_line_percent: 25,
    unless: [],
    unless_under: [],
  }),

  // Flags a fence that draws the repository's folders.
  DirectoryTreeDetect:: closed('DirectoryTreeDetect', {
    kind: 'directory_tree',
    min_entries: 8,
    // Less of it in the repository: it draws something else.
    min_share_percent: 50,
    // Names that stand for others.
    template: [],
    unless: [],
    // Looked for in the paragraph that leads to the fence.
    unless_lead: [],
    unless_under: [],
    // Whole paragraphs that only lead to the fence, and go with it.
    lead: [],
  }),

  DeleteBlock:: closed('DeleteBlock', { kind: 'delete_block' }),

  // Moves the section verbatim to another file beside the instruction file.
  MoveSection:: closed('MoveSection', {
    kind: 'move_section',
    to: required('MoveSection', 'to'),
    pointer: required('MoveSection', 'pointer'),
  }),

  // Moves a block verbatim to another file beside the instruction file.
  MoveBlock:: closed('MoveBlock', {
    kind: 'move_block',
    to: required('MoveBlock', 'to'),
    pointer: required('MoveBlock', 'pointer'),
  }),

  // ---- examples of a rule: text in which it finds nothing, text in which it finds something

  Valid:: closed('Valid', {
    title: required('Valid', 'title'),
    text: required('Valid', 'text'),
    path: 'CLAUDE.md',
    repository: {},
  }),

  // `findings: chaff.lines([3, 7])`; `fixed` is the whole text that the fix must make of it.
  Invalid:: closed('Invalid', {
    title: required('Invalid', 'title'),
    text: required('Invalid', 'text'),
    findings: required('Invalid', 'findings'),
    fixed: required('Invalid', 'fixed'),
    path: 'CLAUDE.md',
    repository: {},
    fixed_files: {},
  }),

  // The first lines (1-based) of the findings that an invalid example must give.
  lines(numbers):: [{ line: number } for number in listOf(numbers)],

  // ---- batteries

  Battery:: closed('Battery', {
    delivery: 'reminder',
    path: 'CLAUDE.md',
    // The instruction file in its present state: `importstr 'CLAUDE.md'`.
    file: required('Battery', 'file'),
    repository: {},
    items: required('Battery', 'items'),
    control_candidates: required('Battery', 'control_candidates'),
    examples: required('Battery', 'examples'),
    tools: {},
    commands: [],
    repeats: 5,
    assert self.delivery == 'reminder' || self.delivery == 'system' :
           "Battery: delivery must be 'reminder' or 'system'",
  }),

  // A prompt that tempts, the tools on offer, and the scorer that tells right from wrong.
  Item:: closed('Item', {
    id: required('Item', 'id'),
    prompt: required('Item', 'prompt'),
    tools: [],
    scorer: required('Item', 'scorer'),
    misled: required('Item', 'misled'),
    required: required('Item', 'required'),
    max_turns: 1,
  }),

  // A tool beyond the built-in ones, with the fixed text that it answers.
  ToolDefinition:: closed('ToolDefinition', {
    description: required('ToolDefinition', 'description'),
    input_schema: required('ToolDefinition', 'input_schema'),
    answers: required('ToolDefinition', 'answers'),
  }),

  // What the simulated shell prints for a command line that matches `command` in full.
  CommandResult:: closed('CommandResult', {
    command: required('CommandResult', 'command'),
    output: required('CommandResult', 'output'),
    exit_status: 0,
  }),

  // An unrelated edit of about the size of the fix: `edits: [chaff.cut('…'), …]`.
  Control:: closed('Control', {
    id: required('Control', 'id'),
    edits: required('Control', 'edits'),
  }),

  // Edits of a control candidate; `find` must occur exactly once in the file.
  cut(find):: { find: find, replace: '' },
  swap(find, replace):: { find: find, replace: replace },

  // ---- scorers

  // Passes if some call matches one of `require` and no call matches one of `forbid`.
  requiredAction(require, forbid=[]):: {
    kind: 'required_action',
    require: listOf(require),
    forbid: listOf(forbid),
  },

  // A tool call to look for: `chaff.action('run_command', { command: '\\bpnpm test\\b' })`.
  action(tool, where={}):: { tool: tool, where: where },

  // Passes if the first tool called is one of `tools`.
  toolSelected(tools):: { kind: 'tool_selected', tools: listOf(tools) },

  // Passes if read_file opened a path matching `path` before any call that acts.
  readOnDemand(path):: { kind: 'read_on_demand', path: path },

  // Passes if the last response's text matches `states` and not `denies`.
  answerStates(states, denies=null):: {
    kind: 'answer_states',
    states: states,
    denies: denies,
  },

  allOf(scorers):: { kind: 'all_of', scorers: scorers },
  anyOf(scorers):: { kind: 'any_of', scorers: scorers },

  // ---- example responses: the audit of the scorers

  // `turns` is a list of turns, each a list of content blocks.
  Example:: closed('Example', {
    local last = self.turns[std.length(self.turns) - 1],
    local calls = [block for block in last if block.type == 'tool_use'],

    item: required('Example', 'item'),
    score: required('Example', 'score'),
    why: required('Example', 'why'),
    turns: required('Example', 'turns'),
    stop_reason: if std.length(calls) > 0 then 'tool_use' else 'end_turn',
    assert self.score == 'pass' || self.score == 'fail' :
           "Example: score must be 'pass' or 'fail'",
  }),

  // Examples of one turn: `content` is a list of blocks, a single block, or plain text.
  passes(item, why, content):: self.Example {
    item: item,
    score: 'pass',
    why: why,
    turns: [$.content(content)],
  },
  fails(item, why, content):: self.passes(item, why, content) { score: 'fail' },

  content(value):: if std.type(value) == 'string' then [self.text(value)] else listOf(value),

  // Content blocks as the API gives them.
  text(text):: { type: 'text', text: text },
  call(tool, input, id='toolu_example'):: { type: 'tool_use', id: id, name: tool, input: input },

  // ---- the program of a library

  Program:: closed('Program', {
    models: required('Program', 'models'),
    counting_endpoints: ['anthropic'],
    admission: required('Program', 'admission'),
    guards: required('Program', 'guards'),
    max_age_days: 365,
    caps: required('Program', 'caps'),
    main_branch: 'main',
    requests: required('Program', 'requests'),
  }),

  Models:: closed('Models', {
    primary: required('Models', 'primary'),
    confirmation: required('Models', 'confirmation'),
    practice: [],
    assert self.primary != self.confirmation :
           'Models: the confirmation model must not be the primary one',
  }),

  // The thresholds of the admission test; part of every config hash.
  Admission:: closed('Admission', {
    effect_percent: required('Admission', 'effect_percent'),
    draws: required('Admission', 'draws'),
    lower_rank: required('Admission', 'lower_rank'),
    upper_rank: required('Admission', 'upper_rank'),
    seed: required('Admission', 'seed'),
    sign_numerator: required('Admission', 'sign_numerator'),
    sign_denominator: required('Admission', 'sign_denominator'),
    control_tolerance_percent: required('Admission', 'control_tolerance_percent'),
    min_items: required('Admission', 'min_items'),
    min_repeats: required('Admission', 'min_repeats'),
    min_edit_tokens: required('Admission', 'min_edit_tokens'),
    assert self.lower_rank < self.upper_rank && self.upper_rank <= self.draws :
           'Admission: needs lower_rank < upper_rank <= draws',
    assert self.sign_numerator <= self.sign_denominator :
           'Admission: sign_numerator must not exceed sign_denominator',
  }),

  Guards:: closed('Guards', {
    mode: 'enforce',
    sign_flip_alpha_ppm: required('Guards', 'sign_flip_alpha_ppm'),
    assert self.mode == 'enforce' || self.mode == 'show' :
           "Guards: mode must be 'enforce' or 'show'",
  }),

  Caps:: closed('Caps', {
    rule_usd: required('Caps', 'rule_usd'),
    program_usd: required('Caps', 'program_usd'),
    budget_from: required('Caps', 'budget_from'),
    assert self.rule_usd <= self.program_usd :
           'Caps: rule_usd must not exceed program_usd',
  }),

  // ---- the live gate

  Gate:: closed('Gate', {
    id: required('Gate', 'id'),
    title: required('Gate', 'title'),
    // The instruction file: relative to the project, or below `~`.
    target: required('Gate', 'target'),
    transcripts: required('Gate', 'transcripts'),
    // The folder of ledger, backups and proposals; empty for runs/gates/<id>.
    state: '',
    // 'attributable': one edit at a time, a yearly budget of false verdicts. 'article': the
    // article's rule and cadence as they are, with what they cost on the label.
    preset: 'attributable',
    // Whose midnight ends a day: 'Europe/Berlin'.
    timezone: required('Gate', 'timezone'),
    thresholds: $.Thresholds,
    cooldowns: $.Cooldowns,
    plateau: $.Plateau,
    // When a person is asked about an edit that proved nothing.
    probation_days: 28,
    // A REVERT whose windows hold another edit ('propose' or 'revert').
    on_overlap: 'propose',
    // A REVERT of what a person wrote into the file themselves.
    on_hand_edit: 'propose',
    dry_run: false,
    false_verdicts_a_year: 1,
    expected: $.Expected,
    // `import '../lib/rubric.libsonnet'`, or one of your own.
    rubric: required('Gate', 'rubric'),
    assert self.preset == 'attributable' || self.preset == 'article' :
           "Gate: preset must be 'attributable' or 'article'",
  }),

  Thresholds:: closed('Thresholds', {
    window_days: 14,
    min_days: 10,
    // The article's; 'attributable' spends its budget instead.
    alpha: 0.10,
    lift_percent: 5,
  }),

  Cooldowns:: closed('Cooldowns', { low_risk_days: 3, high_risk_days: 7 }),

  Plateau:: closed('Plateau', { percent: 2, window_days: 14, friction_days: 3 }),

  // A guess at the daily score, for honest labels before there is a series of one's own.
  Expected:: closed('Expected', { baseline: 7, sd: 0.6, autocorrelation: 0.3 }),

  // How a conversation is scored; frozen by its digest.
  Rubric:: closed('Rubric', {
    base: 7,
    scale: 10,
    language: 'en',
    classes: required('Rubric', 'classes'),
    weights: required('Rubric', 'weights'),
  }),

  Classes:: closed('Classes', {
    correction: required('Classes', 'correction'),
    rework: required('Classes', 'rework'),
    scope_drift: required('Classes', 'scope_drift'),
    missed_context: required('Classes', 'missed_context'),
    praise: required('Classes', 'praise'),
  }),

  // Ways to say one thing, searched in each sentence of a turn: in lower case, without
  // apostrophes, quotes, code and pasted text. `unless` is of the sentence, `unless_turn` of the
  // whole turn; `opening` looks at the first sentence only.
  Phrases:: closed('Phrases', {
    any: required('Phrases', 'any'),
    unless: [],
    unless_turn: [],
    opening: false,
  }),

  Weights:: closed('Weights', {
    correction: required('Weights', 'correction'),
    rework: required('Weights', 'rework'),
    scope_drift: required('Weights', 'scope_drift'),
    missed_context: required('Weights', 'missed_context'),
    praise: required('Weights', 'praise'),
  }),

  // Points by which one matched turn moves each dimension.
  Moves:: closed('Moves', {
    goal_clarity: 0,
    rework_rate: 0,
    context_hit_rate: 0,
    scope_discipline: 0,
    response_density: 0,
  }),

  // ---- prices

  Pricing:: closed('Pricing', {
    as_of: required('Pricing', 'as_of'),
    models: required('Pricing', 'models'),
  }),

  // USD per million tokens, as the vendor states them.
  ModelPrice:: closed('ModelPrice', {
    input: required('ModelPrice', 'input'),
    output: required('ModelPrice', 'output'),
    cache_write_5m: required('ModelPrice', 'cache_write_5m'),
    cache_write_1h: required('ModelPrice', 'cache_write_1h'),
    cache_read: required('ModelPrice', 'cache_read'),
    batch_factor: required('ModelPrice', 'batch_factor'),
    min_cacheable_tokens: required('ModelPrice', 'min_cacheable_tokens'),
    source: required('ModelPrice', 'source'),
  }),
}
