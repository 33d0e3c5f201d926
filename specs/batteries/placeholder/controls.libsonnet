// Edits that have nothing to do with the rule, each about as large as the fix.
//
// Ordered from the most likely match outwards; sizes lie close together, so that one fits whatever
// the model's tokenizer. No item needs anything that is cut here.
local chaff = import '../../lib/chaff.libsonnet';

local line = {
  recording: '- A recording is cut at zero crossings, so that nobody hears the seam.\n',
  loudness: '- Loudness is brought to minus sixteen, and speech is never faster than it was spoken.\n',
  silence: '- Silence longer than two seconds is a fault, except on the second of May.\n',
  vinegar: '- Old tapes smell of vinegar, and are read once, at half speed, by Joke.\n',
  composers: "- A jingle is not music: it is left out of the list that goes to the composers' union.\n",
  weather: '- Weather is spoken anew each hour, even where it has not changed.\n',
  studio: '- The microphones are on the third floor, and the lift is slower than the stairs.\n',
  cellar: '- Joke has the key of the cellar with the tapes; Sander has the other one.\n',
  neighbours: '- Whoever is last turns the red lamp off, since the neighbours believe it.\n',
  transmitter: '- The kettle and the transmitter are on one fuse.\n',
  everything: '- On Sundays a choir rehearses below us, and everything that is recorded then has it in it.\n',
  visitors: '- Visitors sign the book, and leave their boots by the door.\n',
};

local without(names) = [chaff.cut(line[name]) for name in std.split(names, ' ')];

local cuts = [
  'recording silence cellar neighbours transmitter visitors',
  'recording composers weather cellar transmitter visitors',
  'loudness composers studio everything visitors',
  'loudness weather cellar neighbours transmitter visitors',
  'recording vinegar composers studio everything',
  'vinegar weather studio transmitter everything visitors',
  'recording loudness composers cellar neighbours',
  'recording silence vinegar weather studio visitors',
  'loudness composers weather cellar neighbours',
  'vinegar studio neighbours transmitter everything visitors',
  'recording silence vinegar studio everything',
  'recording loudness silence vinegar cellar transmitter',
  'vinegar weather studio neighbours everything',
  'loudness silence neighbours transmitter everything visitors',
];

std.mapWithIndex(
  function(place, names) chaff.Control { id: 'cut-%d' % (place + 1), edits: without(names) },
  cuts
)
