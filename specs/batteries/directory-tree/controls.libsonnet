// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  wrapping: '- Errors are wrapped with the name of the step that failed, and written down once, at the top.\n',
  deadlines: '- A function that waits takes a deadline as its first argument and gives up when that has passed.\n',
  cents: '- Money is counted in cents, and shown with a comma or a point as the visitor is used to.\n',
  comments: '- Comments say why something is done; what is done should be plain from the lines themselves.\n',
  names: '- Names of plays are written as on the poster, with all the letters and dots that this needs.\n',
  zones: '- Dates carry the zone of the house, because one of the theatres lies across the border.\n',
  pictures: '- Pictures of actors are only shown while their contract lasts, and then taken down the same day.\n',
  large: '- The large house has two balconies; from the upper one the stage cannot be seen in winter, because of\n  the snow on the skylight.\n',
  small: '- The small house sells no seats, only entries, and people sit as they please.\n',
  open: '- The open-air stage moves indoors when it rains, and then a third of the visitors get their money back.\n',
  puppets: '- The puppet stage starts at ten in the morning and is full of school classes until noon.\n',
  studio: '- The studio changes its rows for every play, and tells us a week ahead how they stand.\n',
  wheelchairs: '- Wheelchairs have places in every house, and those are kept free until an hour before the curtain.\n',
  bar: '- The bar closes when the second bell rings, whoever still stands in the queue.\n',
  mathilde: '- Mathilde talks to the houses and knows what each of them has promised to whom.\n',
  ruben: '- Ruben looks after the machines in the foyers, and comes by bicycle when one of them is stuck.\n',
  offices: '- The box offices open at noon; before that, nobody there picks up when we call.\n',
  letters: '- Visitors who write to us get an answer on the same day, even if it only says that we are looking.\n',
  mondays: '- A change that the box offices can see is shown to them on a Monday, never on the day of a premiere.\n',
  thursdays: '- Every second Thursday we go through what went wrong, and what we want to try instead.\n',
  critics: '- Critics get two seats in the middle of the seventh row, and nobody asks them what they will write.\n',
  fire: '- The fire brigade sends somebody to each evening with real flames, and has a seat at the side.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'deadlines cents comments names zones pictures small open puppets studio wheelchairs'
  + ' bar mathilde offices mondays thursdays critics',
  'wrapping comments names zones small open puppets studio wheelchairs bar mathilde'
  + ' offices letters mondays thursdays critics',
  'wrapping cents comments zones pictures large small puppets studio wheelchairs bar'
  + ' mathilde ruben offices letters mondays critics',
  'wrapping cents comments zones pictures small open puppets studio wheelchairs'
  + ' mathilde ruben mondays thursdays fire',
  'wrapping deadlines cents comments names pictures large small studio wheelchairs bar'
  + ' mathilde ruben offices letters thursdays critics fire',
  'cents names zones pictures large small open puppets studio wheelchairs mathilde'
  + ' offices mondays thursdays',
  'wrapping deadlines comments names zones pictures small open puppets wheelchairs bar'
  + ' mathilde ruben offices letters mondays thursdays critics fire',
  'deadlines comments large small open studio bar mathilde ruben letters mondays'
  + ' thursdays critics',
  'wrapping deadlines cents comments names zones pictures large open wheelchairs bar'
  + ' mathilde ruben offices letters mondays thursdays critics fire',
  'deadlines comments names zones small open puppets studio mathilde offices letters'
  + ' critics fire',
  'wrapping deadlines cents comments names zones pictures large small open studio'
  + ' wheelchairs bar mathilde ruben offices letters mondays thursdays fire',
  'deadlines names zones pictures small open puppets studio bar ruben letters critics',
  'wrapping deadlines cents comments names zones pictures large small open puppets'
  + ' studio wheelchairs bar mathilde offices letters mondays thursdays critics fire',
  'deadlines cents names pictures large open puppets studio mathilde offices thursdays',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
