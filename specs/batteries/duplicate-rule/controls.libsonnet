// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  routes: '- `src/routes` is the HTTP side, on Fastify; one file a route.\n',
  plan: '- `src/plan` works out who gets which machine on which day, with a solver written in Zig.\n',
  machines: '- Machines report their position every 40 seconds; older positions are thinned out to one an hour.\n',
  fields: '- Fields are polygons in WGS 84, holes allowed, at most 900 corners each.\n',
  farm: '- A farm has one currency, one calendar and up to nine people who may sign for it.\n',
  names: '- Names say what a thing is, not how it is kept; `rows` and `data` say nothing.\n',
  module: '- A module has fewer than 300 lines, a function fewer than 25, a comment fewer than three.\n',
  days: '- Days are those of the farm: a harvest that goes past midnight belongs to the day it began on.\n',
  errors: '- Errors carry a sentence for the farmer and another one for us; the first has no digits in it.\n',
  sentences: '- Sentences for farmers are checked by Hedda, who grew up on one, on Thursday mornings.\n',
  promise: '- A promise that nobody awaits gets a comment saying who will notice that it broke.\n',
  generated: '- Generated types are in `gen/` and are thrown away by each build.\n',
  slot: '- A *slot* is half a day of one machine; a *booking* is a run of slots for one farm.\n',
  stall: '- A *stall* is a machine that has not moved for 90 minutes in a slot that is paid for.\n',
  tour: '- A *tour* is the order in which a machine visits farms, drawn up at four in the morning.\n',
  yard: '- The *yard* is where machines sleep; there are seven, and the one in Ahlen floods.\n',
  rain: '- *Rain days* are given back in full, half days of rain by the hour.\n',
  booking: '- No booking is ever lost.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'plan machines fields farm promise generated yard rain',
  'names days errors sentences stall tour yard booking',
  'routes farm module days errors slot yard',
  'routes plan machines fields names module stall booking',
  'machines fields names days sentences stall rain',
  'names module days errors sentences promise slot rain',
  'machines errors sentences promise generated slot stall',
  'machines names module days sentences promise tour rain booking',
  'routes machines fields slot tour yard booking',
  'routes plan errors promise slot stall tour rain booking',
  'fields names module days generated yard booking',
  'routes fields farm names module sentences slot tour booking',
  'days errors sentences slot stall rain',
  'farm names module days sentences promise generated stall tour',
  'routes plan machines farm names module errors tour yard',
  'plan fields module days errors generated slot tour rain booking',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
