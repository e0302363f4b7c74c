import { expect, test } from 'vitest';
import type { Usage } from '../ports.ts';
import { computeCost, readPriceList } from './prices.ts';

const day = '2026-11-22';
const prices = readPriceList();

function cost(usage: Usage) {
  return computeCost(usage, prices, day);
}

test('input and output tokens cost the listed price, in billionths of a dollar', () => {
  // 12,000 × 0.10 $ + 1,000 × 0.50 $ per million.
  expect(cost({ provider: 'OpenAI', model: 'gpt-6-luna', textTokensIn: 12_000, textTokensOut: 1000 })).toBe(
    1_700_000,
  );
});

test('audio and text tokens of one response are charged separately', () => {
  const spoken = { textTokensIn: 119, textTokensOut: 30, soundTokensIn: 0, soundTokensOut: 91 };
  expect(cost({ provider: 'OpenAI', model: 'gpt-realtime-2.1-mini', ...spoken })).toBe(
    119 * 600 + 30 * 2400 + 91 * 20_000,
  );
});

test('characters are charged, and seconds are not if the price is by characters', () => {
  expect(cost({ provider: 'OpenAI', model: 'tts-1', characters: 960, soundSeconds: 61.5 })).toBe(14_400_000);
});

test('minutes are charged to the millisecond', () => {
  const perMinute = [
    { provider: 'a.example', models: ['*'], dollarsPerMinute: 0.015, readOn: day, source: 'a bill' },
  ];
  const usage = { provider: 'a.example', model: 'any', soundSeconds: 90.001 };
  expect(computeCost(usage, perMinute, day)).toBe(22_500_250);
});

test.each<[string, Usage]>([
  ['an unknown model', { provider: 'OpenAI', model: 'gpt-9', textTokensIn: 10 }],
  ['an unknown provider', { provider: 'our own AI server', model: 'gpt-4o', textTokensIn: 10 }],
  ['a use without any charged amount', { provider: 'OpenAI', model: 'gpt-4o', characters: 10 }],
  ['invalid amounts', { provider: 'OpenAI', model: 'gpt-4o', textTokensIn: Number.NaN, textTokensOut: -5 }],
])('the cost of %s is unknown', (_what, usage) => {
  expect(cost(usage)).toBeUndefined();
});

test('ten thousand small costs add up exactly', () => {
  // Adding 0.1 + 0.2 as floats would be wrong after ten thousand sums.
  let sum = 0;
  for (let call = 0; call < 10_000; call++)
    sum += cost({ provider: 'OpenAI', model: 'gpt-6-luna', textTokensIn: 1, textTokensOut: 1 }) ?? 0;
  expect(sum).toBe(10_000 * 600);
});

test('an impossible amount does not break the sums', () => {
  const huge = cost({ provider: 'OpenAI', model: 'gpt-6-luna', textTokensIn: Number.POSITIVE_INFINITY });
  expect(Number.isSafeInteger(huge)).toBe(true);
});

test('a free model has the known cost 0', () => {
  const free = [
    {
      provider: 'a.example',
      models: ['a'],
      dollarsPerMillion: { characters: 0 },
      readOn: day,
      source: 'a bill',
    },
  ];
  expect(computeCost({ provider: 'a.example', model: 'a', characters: 5 }, free, day)).toBe(0);
});
