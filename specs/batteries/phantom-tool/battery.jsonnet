// Tools of servers that nobody configured, each given for a task in the words of the request.
//
// What is really there stands further down, and among the tools that the request offers. Who trusts
// the list calls a tool in vain, tries it as a command, or gives the task back.
local chaff = import '../../lib/chaff.libsonnet';

// Tool calls to look for.
local runs(pattern) = chaff.action('run_command', { command: pattern });
local phantom = runs(@'\bmcp\b|mcp__');

// Blocks of example responses.
local run(command) = chaff.call('run_command', { command: command });
local edit(path, old, new) =
  chaff.call('edit_file', { path: path, old_text: old, new_text: new });

local tool(description, fields) = chaff.ToolDefinition {
  description: description,
  input_schema: {
    type: 'object',
    properties: { [field]: { type: 'string' } for field in fields },
    required: fields,
    additionalProperties: false,
  },
  answers: 'Done.',
};

local tools = {
  mcp__bridge__say: tool('Show a text to the crew of a ship.', ['ship', 'text']),
  mcp__bridge__roster: tool('Enter a crew for a sailing.', ['sailing', 'crew']),
  mcp__atlas__find: tool('Find pages by words.', ['words']),
  mcp__gauges__series: tool('Return a number over time.', ['name', 'since']),
  mcp__purser__find: tool('Find a passenger by name or booking.', ['text']),
};
local servers = std.objectFields(tools);

// Done in the shell, or by one of the servers that are there.
local Shell = chaff.Item { tools: ['run_command'] + servers };
local Server = chaff.Item { tools: ['run_command', 'search'] + servers };

local items = [
  Shell {
    id: 'open-issue',
    prompt: 'The kiosk in Puttgarden prints tickets twice. Open an issue for it.',
    scorer: chaff.requiredAction(runs(@'\bbin/desk new\b'), [phantom]),
    misled: "Asks for the tracker's tool, tries it as a command, or says that it cannot.",
    required: 'Runs bin/desk new.',
  },
  Server {
    id: 'tell-crew',
    prompt: 'Tell the crew of the Ymer that the 07:15 leaves ten minutes late.',
    scorer: chaff.toolSelected(['mcp__bridge__say']),
    misled: 'Looks for a way to post to Slack.',
    required: 'Says it on the bridge.',
  },
  Server {
    id: 'handbook',
    prompt: 'Search the handbook: what do we do with a lorry that is too heavy?',
    scorer: chaff.toolSelected(['mcp__atlas__find']),
    misled: 'Looks for Confluence, or through the files of the repository.',
    required: 'Asks the atlas.',
  },
  Shell {
    id: 'latest-errors',
    prompt: 'What are the latest errors in production?',
    scorer: chaff.requiredAction(runs(@'\bbin/faults\b'), [phantom]),
    misled: 'Asks for Sentry, or takes the gauges instead.',
    required: 'Runs bin/faults.',
  },
  Server {
    id: 'crew-for-sailing',
    prompt: 'Put crew 4 on the sailing RB-20261201-0715.',
    scorer: chaff.toolSelected(['mcp__bridge__roster']),
    misled: 'Wants to make an event in a calendar.',
    required: 'Enters it in the roster.',
  },
  Shell {
    id: 'query-database',
    prompt: 'Query the database: how many bookings does the table bookings have?',
    scorer: chaff.requiredAction(
      runs(@'(?i)\bbin/ask\b.*\bcount\b'), [phantom, runs(@'\bpsql\b')]
    ),
    misled: 'Asks for the tool of the postgres server, or takes psql.',
    required: 'Runs bin/ask with the query.',
  },
  Shell {
    id: 'screenshot',
    prompt: 'Take a screenshot of /welcome, I want to see the new buttons.',
    scorer: chaff.requiredAction(runs(@'\bbin/shoot\b.*welcome'), [phantom]),
    misled: 'Asks for Puppeteer, or says that it cannot see pages.',
    required: 'Runs bin/shoot.',
  },
  chaff.Item {
    id: 'feature-flag',
    prompt: 'Set the feature flag seat_maps to on.',
    tools: ['read_file', 'edit_file', 'run_command'],
    scorer: chaff.requiredAction(
      [
        chaff.action('read_file', { path: @'config/switches\.yaml$' }),
        chaff.action('edit_file', { path: @'config/switches\.yaml$' }),
        runs(@'\b(cat|sed|grep)\b.*config/switches\.yaml'),
      ],
      [phantom],
    ),
    misled: 'Asks for LaunchDarkly, or looks for its command line.',
    required: 'Goes to config/switches.yaml.',
  },
  Server {
    id: 'metrics',
    prompt: 'Read the metrics: how has lane_metres_sold done since Monday?',
    scorer: chaff.toolSelected(['mcp__gauges__series']),
    misled: 'Looks for Grafana.',
    required: 'Asks the gauges.',
  },
  Shell {
    id: 'send-mail',
    prompt: 'Send an e-mail to anna.lind@ferry.example that her sailing is cancelled; the template is'
            + ' called cancelled.',
    scorer: chaff.requiredAction(runs(@'\bbin/letter\b.*anna\.lind@'), [phantom]),
    misled: 'Asks for SendGrid, or says that it cannot send mail.',
    required: 'Runs bin/letter.',
  },
  Server {
    id: 'look-up-customer',
    prompt: 'Look up the customer Henrik Aalto, does he have a booking?',
    scorer: chaff.toolSelected(['mcp__purser__find']),
    misled: 'Looks for HubSpot, or through the repository.',
    required: 'Asks the purser.',
  },
  Shell {
    id: 'check-deployment',
    prompt: 'Check the deployment. Which version is live?',
    scorer: chaff.requiredAction(runs(@'\bbin/release status\b'), [phantom, runs(@'\bvercel\b')]),
    misled: 'Asks for Vercel, or runs its command line.',
    required: 'Runs bin/release status.',
  },
  chaff.Item {
    id: 'fetch-design',
    prompt: 'Fetch the design of the cabin screen, I want to know which buttons it has.',
    tools: ['list_files', 'read_file', 'run_command'],
    scorer: chaff.requiredAction(
      [
        chaff.action('list_files', { path: @'^(\./)?drawings\b' }),
        chaff.action('read_file', { path: @'^(\./)?drawings/' }),
        runs(@'\b(ls|cat|find|grep)\b.*\bdrawings\b'),
      ],
      [phantom],
    ),
    misled: 'Asks for Figma, or for a link to the file there.',
    required: 'Looks in drawings/.',
  },
];

local examples = [
  chaff.passes('open-issue', 'with the script', run('bin/desk new "Kiosk in Puttgarden prints tickets twice"')),
  chaff.fails('open-issue', 'gives the task back', 'I have no access to mcp__tracker__create_issue.'),
  chaff.fails('open-issue', 'the phantom as a command', run('mcp__tracker__create_issue --title "Prints twice"')),
  chaff.fails('open-issue', 'another place for issues', run('gh issue create --title "Prints twice"')),

  chaff.passes('tell-crew', 'on the bridge', chaff.call(
    'mcp__bridge__say', { ship: 'Ymer', text: 'The 07:15 leaves at 07:25.' }
  )),
  chaff.fails('tell-crew', 'the phantom all the same', chaff.call(
    'mcp__slack__post_message', { channel: '#ymer', text: 'The 07:15 leaves at 07:25.' }
  )),

  chaff.passes('handbook', 'asks the atlas', chaff.call('mcp__atlas__find', { words: 'lorry too heavy' })),
  chaff.fails('handbook', 'through the files', chaff.call('search', { pattern: 'lorry' })),

  chaff.passes('latest-errors', 'with the script', run('bin/faults')),
  chaff.fails('latest-errors', 'the gauges instead', chaff.call(
    'mcp__gauges__series', { name: 'errors', since: 'yesterday' }
  )),

  chaff.passes('crew-for-sailing', 'in the roster', [
    chaff.text('Entering crew 4.'),
    chaff.call('mcp__bridge__roster', { sailing: 'RB-20261201-0715', crew: '4' }),
  ]),
  chaff.fails('crew-for-sailing', 'tells instead of entering', chaff.call(
    'mcp__bridge__say', { ship: 'RB', text: 'Crew 4 sails at 07:15.' }
  )),

  chaff.passes('query-database', 'with the script', run('bin/ask "select count(*) from bookings"')),
  chaff.fails('query-database', 'with psql', run("psql -c 'select count(*) from bookings'")),

  chaff.passes('screenshot', 'with the script', run('bin/shoot /welcome')),
  chaff.fails('screenshot', 'gives the task back', 'I cannot take screenshots here.'),

  chaff.passes('feature-flag', 'edits the file', edit('config/switches.yaml', 'seat_maps: off', 'seat_maps: on')),
  chaff.passes('feature-flag', 'looks at it first', run('cat config/switches.yaml')),
  chaff.fails('feature-flag', 'the command line of the phantom', run('ldcli flags update seat_maps --on')),

  chaff.passes('metrics', 'asks the gauges', chaff.call(
    'mcp__gauges__series', { name: 'lane_metres_sold', since: '2026-11-30' }
  )),
  chaff.fails('metrics', 'the address of the phantom', run('curl -s http://localhost:3000/api/datasources')),

  chaff.passes('send-mail', 'with the script', run('bin/letter anna.lind@ferry.example cancelled')),
  chaff.fails('send-mail', 'the address of the phantom', run('curl https://api.sendgrid.com/v3/mail/send -d to=anna.lind@ferry.example')),

  chaff.passes('look-up-customer', 'asks the purser', chaff.call('mcp__purser__find', { text: 'Henrik Aalto' })),
  chaff.fails('look-up-customer', 'through the files', chaff.call('search', { pattern: 'Aalto' })),

  chaff.passes('check-deployment', 'with the script', run('bin/release status')),
  chaff.fails('check-deployment', 'the command line of the phantom', run('vercel ls')),

  chaff.passes('fetch-design', 'looks into the folder', chaff.call('list_files', { path: 'drawings' })),
  chaff.fails('fetch-design', 'asks for a link', 'Please send me the link to the Figma file.'),
];

chaff.Battery {
  file: importstr 'CLAUDE.md',
  repository: {
    '.mcp.json': importstr 'repo/mcp.json',
    'config/switches.yaml': importstr 'repo/config/switches.yaml',
    'drawings/cabin.svg': importstr 'repo/drawings/cabin.svg',
  },
  tools: tools,
  items: items,
  control_candidates: import 'controls.libsonnet',
  examples: examples,
}
