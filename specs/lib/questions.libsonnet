// Practice batteries ask for facts: a question a row, and from it the item and its examples.
local chaff = import 'chaff.libsonnet';

local required(field) = error "Question needs a field '" + field + "'";

{
  // `passes` and `fails` are example answers, each under the reason for its score.
  Question:: {
    id: required('id'),
    prompt: required('prompt'),
    // RE2: the value in force, and the one it must not be mixed up with.
    states: required('states'),
    denies: required('denies'),
    misled: required('misled'),
    required: required('required'),
    passes: required('passes'),
    fails: required('fails'),

    local strangers = [field for field in std.objectFields(self) if !(field in $.Question)],
    assert std.length(strangers) == 0 : 'Question has no field ' + std.join(', ', strangers),
  },

  items(questions):: [
    chaff.Item {
      id: question.id,
      prompt: question.prompt,
      scorer: chaff.answerStates(question.states, question.denies),
      misled: question.misled,
      required: question.required,
    }
    for question in questions
  ],

  examples(questions):: std.flatMap(
    function(question)
      [
        chaff.passes(question.id, why, question.passes[why])
        for why in std.objectFields(question.passes)
      ] + [
        chaff.fails(question.id, why, question.fails[why])
        for why in std.objectFields(question.fails)
      ],
    questions
  ),

  // One control for each list of names in `kept`: it cuts every note but those.
  controls(notes, kept):: [
    chaff.Control {
      id: 'all-but-' + std.join('-', names),
      edits: [chaff.cut(notes[name]) for name in std.objectFields(notes) if !std.member(names, name)],
    }
    for names in kept
  ],
}
