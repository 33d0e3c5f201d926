// The program of this library: which models count, what admits a rule, what may be spent.
local chaff = import 'lib/chaff.libsonnet';

chaff.Program {
  models: chaff.Models {
    // Moves the tier.
    primary: 'claude-haiku-4-5',
    // Paid for only once the primary model admits; shown beside it.
    confirmation: 'claude-sonnet-5',
    // Verified and shown like the others; moves nothing.
    practice: ['smollm2-135m-instruct-q4_1'],
  },
  // A server that only speaks the protocol could be any model: its runs move no tier.
  counting_endpoints: ['anthropic'],

  admission: chaff.Admission {
    effect_percent: 15,
    draws: 10000,
    // The 250th and the 9,750th of 10,000 sorted draws: a nominal 95 % interval.
    lower_rank: 250,
    upper_rank: 9750,
    seed: 20261130,
    // Removed is no worse than control on at least two items in three.
    sign_numerator: 2,
    sign_denominator: 3,
    control_tolerance_percent: 5,
    min_items: 12,
    min_repeats: 3,
    // 5 % of less is under one token: the match of the control could not be verified.
    min_edit_tokens: 20,
  },

  guards: chaff.Guards {
    mode: 'enforce',
    sign_flip_alpha_ppm: 25000,
  },

  max_age_days: 365,

  caps: chaff.Caps {
    rule_usd: 2.00,
    program_usd: 25.00,
    budget_from: '2026-11-30',
  },

  main_branch: 'main',

  // Sampling is the model's default (temperature 1.0), the deployed condition: the Anthropic API
  // refuses the parameter, a llama.cpp server has other defaults and must be told.
  requests: {
    'claude-haiku-4-5': { max_tokens: 512 },
    // Thinks unless told not to, and thinking is billed.
    'claude-sonnet-5': { max_tokens: 512, thinking: { type: 'disabled' } },
    'smollm2-135m-instruct-q4_1': {
      max_tokens: 64,
      temperature: 1.0,
      top_k: 0,
      top_p: 1,
      min_p: 0,
    },
  },
}
