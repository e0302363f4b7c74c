import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPrice, readPriceList } from './prices.ts';

const prices = readPriceList();

/** Each price by value, to catch typing errors; update with the vendor's changes. */
const pinned = [
  ['OpenAI', 'gpt-6-luna', '2026-11-22', { textTokensIn: 0.1, textTokensOut: 0.5 }],
  ['OpenAI', 'gpt-6-luna-2026-09-15', '2026-11-22', { textTokensIn: 0.1, textTokensOut: 0.5 }],
  ['OpenAI', 'gpt-4o', '2026-11-22', { textTokensIn: 2.5, textTokensOut: 10 }],
  ['OpenAI', 'gpt-4o-2024-11-20', '2026-11-22', { textTokensIn: 2.5, textTokensOut: 10 }],
  ['OpenAI', 'tts-1', '2026-11-22', { characters: 15 }],
  ['OpenAI', 'tts-1-hd', '2026-11-22', { characters: 30 }],
  ['OpenAI', 'gpt-4o-mini-tts', '2026-11-22', { textTokensIn: 0.6, soundTokensOut: 12 }],
  [
    'OpenAI',
    'gpt-realtime-2.1-mini',
    '2026-11-22',
    { textTokensIn: 0.6, textTokensOut: 2.4, soundTokensIn: 10, soundTokensOut: 20 },
  ],
  [
    'OpenAI',
    'gpt-realtime-2.1',
    '2026-11-22',
    { textTokensIn: 4, textTokensOut: 24, soundTokensIn: 32, soundTokensOut: 64 },
  ],
  ['Gemini', 'gemini-3.8-flash', '2026-12-31', { textTokensIn: 0.75, textTokensOut: 3.75 }],
  ['Gemini', 'gemini-3.8-flash', '2027-01-01', { textTokensIn: 1.5, textTokensOut: 7.5 }],
  ['Gemini', 'gemini-3.6-flash', '2026-11-22', { textTokensIn: 1.5, textTokensOut: 7.5 }],
  ['Gemini', 'gemini-3.5-flash-lite', '2026-11-22', { textTokensIn: 0.3, textTokensOut: 2.5 }],
  ['Gemini', 'gemini-3.1-flash-lite', '2026-11-22', { textTokensIn: 0.25, textTokensOut: 1.5 }],
  ['Gemini', 'gemini-2.5-flash-lite', '2026-11-22', { textTokensIn: 0.1, textTokensOut: 0.4 }],
  ['Gemini', 'gemini-3.8-flash-tts', '2026-12-31', { textTokensIn: 0.5, soundTokensOut: 9 }],
  ['Gemini', 'gemini-3.8-flash-tts', '2027-01-01', { textTokensIn: 1, soundTokensOut: 18 }],
  ['Gemini', 'gemini-3.8-flash-lite-tts', '2026-12-31', { textTokensIn: 0.5, soundTokensOut: 6 }],
  ['Gemini', 'gemini-3.8-flash-lite-tts', '2027-01-01', { textTokensIn: 1, soundTokensOut: 12 }],
  ['Azure Speech', 'neural', '2026-11-29', { characters: 15 }],
  ['Azure Speech', 'neural-hd', '2026-11-29', { characters: 30 }],
  ['Anthropic', 'claude-haiku-5-5', '2026-11-29', { textTokensIn: 0.1, textTokensOut: 0.5 }],
  ['Anthropic', 'claude-sonnet-5-5', '2026-11-29', { textTokensIn: 2, textTokensOut: 10 }],
  ['Anthropic', 'claude-opus-5-5', '2026-11-29', { textTokensIn: 4, textTokensOut: 20 }],
  ['Anthropic', 'claude-fable-5-2', '2026-11-29', { textTokensIn: 8, textTokensOut: 40 }],
  ['Mistral', 'mistral-small-latest', '2026-11-29', { textTokensIn: 0.15, textTokensOut: 0.6 }],
  ['Mistral', 'mistral-medium-latest', '2026-11-29', { textTokensIn: 1.5, textTokensOut: 7.5 }],
  ['Mistral', 'voxtral-mini-tts-2603', '2026-11-29', { characters: 16 }],
  ['api.x.ai', 'grok-4.3', '2026-11-29', { textTokensIn: 1.25, textTokensOut: 2.5 }],
  ['api.deepseek.com', 'deepseek-flash', '2026-11-29', { textTokensIn: 0.3, textTokensOut: 1.2 }],
  ['api.deepseek.com', 'deepseek-v4-pro', '2026-11-29', { textTokensIn: 1.32, textTokensOut: 3.96 }],
  ['openrouter.ai', 'hexgrad/kokoro-82m', '2026-11-29', { characters: 0.62 }],
  ['ElevenLabs', 'eleven_multilingual_v2', '2026-11-29', { characters: 80 }],
  ['ElevenLabs', 'eleven_v3', '2026-11-29', { characters: 80 }],
  ['ElevenLabs', 'eleven_v3_preview_2026_05_01', '2026-11-29', { characters: 80 }],
  ['ElevenLabs', 'eleven_flash_v2', '2026-11-29', { characters: 40 }],
  ['ElevenLabs', 'eleven_flash_v2_5', '2026-11-29', { characters: 40 }],
  ['ElevenLabs', 'eleven_turbo_v2', '2026-11-29', { characters: 40 }],
  ['ElevenLabs', 'eleven_turbo_v2_5', '2026-11-29', { characters: 40 }],
  ['ElevenLabs', 'eleven_v4', '2026-11-29', { characters: 80 }],
  ['ElevenLabs', 'eleven_v4_turbo', '2026-11-29', { characters: 40 }],
  ['Gemini', 'gemini-3.5-transcribe', '2026-11-28', { soundTokensIn: 2, textTokensOut: 12 }],
] as const;

const perMinute = [
  ['OpenAI', 'gpt-transcribe', 0.0045],
  ['OpenAI', 'whisper-1', 0.006],
  ['ElevenLabs', 'scribe_v2', 0.003667],
  ['api.groq.com', 'whisper-large-v3-turbo', 0.000667],
  ['api.groq.com', 'whisper-large-v3', 0.00185],
  ['Mistral', 'voxtral-mini-2602', 0.003],
  ['Mistral', 'voxtral-mini-transcribe-3-0', 0.0035],
  ['Mistral', 'voxtral-small-transcribe-latest', 0.004],
] as const;

test.each(perMinute)('%s charges for a minute with %s, in dollars, %f', (provider, model, dollars) => {
  expect(findPrice(prices, { provider, model }, '2026-11-28')?.dollarsPerMinute).toBe(dollars);
});

test.each(pinned)('%s charges for %s on %s, in dollars per million, %o', (provider, model, day, expected) => {
  expect(findPrice(prices, { provider, model }, day)?.dollarsPerMillion).toEqual(expected);
});

test('the list has no prices besides those above', () => {
  const found = [
    ...pinned.map(([provider, model, day]) => findPrice(prices, { provider, model }, day)),
    ...perMinute.map(([provider, model]) => findPrice(prices, { provider, model }, '2026-11-28')),
  ];
  expect(prices.filter(price => !found.includes(price))).toEqual([]);
});

test.each([
  ['OpenAI', 'gpt-4o-mini'],
  ['OpenAI', 'gpt-6-luna-mini'],
  ['our own AI server', 'gpt-4o'],
  ['openrouter.ai', 'gemini-3.8-flash'],
])('%s has no known price for %s', (provider, model) => {
  expect(findPrice(prices, { provider, model }, '2026-11-22')).toBeUndefined();
});

test.each([
  ['OpenAI', 'gpt-4o', 85],
  ['Gemini', 'gemini-3.8-flash', 280],
  ['Gemini', 'gemini-2.5-flash-lite', 64],
  ['Anthropic', 'claude-haiku-5-5', 209],
  ['Mistral', 'mistral-small-latest', 209],
])('%s counts for a small picture with %s %i tokens', (provider, model, tokens) => {
  expect(findPrice(prices, { provider, model }, '2026-11-30')?.tokensPerSmallPicture).toBe(tokens);
});

test('every row has its source and date', () => {
  for (const { readOn, source } of prices) {
    expect(readOn).toMatch(/^2026-/u);
    expect(source).toMatch(/\w+\.\w+/u);
  }
});

function write(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'benshi-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'prices.json');
  writeFileSync(file, text);
  return file;
}

const row = {
  provider: 'openrouter.ai',
  models: ['a'],
  dollarsPerMillion: { characters: 3 },
  readOn: '2026-11-22',
  source: 'a bill',
};

test('a custom list replaces ours', () => {
  expect(readPriceList(write(JSON.stringify([row])))).toEqual([row]);
  expect(readPriceList(write('[]'))).toEqual([]);
});

test.each([
  ['{', 'is not JSON'],
  ['{}', 'must be a list of prices'],
  [
    [{ ...row, dollarsPerMillion: { characters: '3' } }],
    'row 1, dollarsPerMillion.characters: must be a number of dollars',
  ],
  [
    [row, { ...row, dollarsPerMillion: { characters: -1 } }],
    'row 2, dollarsPerMillion.characters: must be 0 or more',
  ],
  [[{ ...row, dollarsPerMillion: { characters: 0.0000001 } }], 'must have six decimals at most'],
  [[{ ...row, dollarsPerMillion: { words: 1 } }], 'row 1, dollarsPerMillion: '],
  [[{ ...row, dollarsPerMillion: {} }], 'row 1: must have a price'],
  [[{ ...row, models: [] }], 'row 1, models: must name a model'],
  [[{ ...row, until: '31.12.2026' }], 'row 1, until: must be a day such as 2026-12-31'],
  [[{ ...row, cents: 3 }], 'row 1: '],
])('a list with the mistake %j is rejected: %s', (content, sentence) => {
  const file = write(typeof content === 'string' ? content : JSON.stringify(content));
  expect(() => readPriceList(file)).toThrow(sentence);
});

test('a missing list is rejected', () => {
  expect(() => readPriceList('/nowhere/prices.json')).toThrow('is not there');
});
