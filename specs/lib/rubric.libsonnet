// The rubric of the live gate: the article's five classes of remarks, and what they move.
//
// Points are per matched turn of a person. Change anything here and every baseline starts anew.

local chaff = import 'chaff.libsonnet';

chaff.Rubric {
  classes: chaff.Classes {
    correction: chaff.Phrases {
      any: [
        "(?i)\\bno,? that(?:'s|’s| is| was)? (?:not|wrong)\\b",
        "(?i)\\bthat(?:'s|’s| is) (?:not what i|wrong)\\b",
      ],
    },
    rework: chaff.Phrases {
      any: ['(?i)\\b(?:redo (?:it|that|this)|start over)\\b'],
    },
    scope_drift: chaff.Phrases {
      any: ["(?i)\\bi (?:didn['’]?t|did not|never) ask(?:ed)? (?:you )?(?:for|to)\\b"],
    },
    missed_context: chaff.Phrases {
      any: [
        '(?i)\\bi (?:already )?told you (?:before|already|that)\\b',
        '(?i)\\bcheck (?:your )?memory\\b',
      ],
    },
    praise: chaff.Phrases {
      any: ['(?i)^(?:exactly|nailed it)\\b', '(?i)\\b(?:you )?nailed it\\b'],
      unless: ['(?i)\\bbut\\b'],
    },
  },
  weights: chaff.Weights {
    correction: chaff.Moves { goal_clarity: -1, response_density: -0.5 },
    rework: chaff.Moves { rework_rate: -1 },
    scope_drift: chaff.Moves { scope_discipline: -1 },
    missed_context: chaff.Moves { context_hit_rate: -1 },
    praise: chaff.Moves {
      goal_clarity: 0.5,
      rework_rate: 0.5,
      context_hit_rate: 0.5,
      scope_discipline: 0.5,
      response_density: 0.5,
    },
  },
}
