import { expect, test } from 'vitest';
import { knownModels } from '#engines/anthropic/create-anthropic-engines.ts';
import * as gemini from '#engines/gemini/models.ts';
import { chatModels, transcriptionModels } from '#engines/mistral/create-mistral-engines.ts';
import * as openAi from '#engines/openai-compatible/choose-model.ts';
import { findPrice, readPriceList } from '#engines/prices/prices.ts';
import { readConfig } from '#server/config/config.ts';

const prices = readPriceList();
const models: readonly (readonly [provider: string, model: string])[] = [
  ...[...openAi.chatModels, ...openAi.speechModels].map(({ name }) => ['OpenAI', name] as const),
  ...[...gemini.chatModels, ...gemini.speechModels].map(({ name }) => ['Gemini', name] as const),
  ...knownModels.map(name => ['Anthropic', name] as const),
  // The vendor's price of its newest speech model is unknown.
  ...[...chatModels, ...transcriptionModels].map(({ name }) => ['Mistral', name] as const),
  ['Azure Speech', 'neural'],
  ['ElevenLabs', readConfig({}).elevenLabs.model],
];

test.each(models)('the price of %s for %s, which may be chosen by default, is known', (provider, model) => {
  for (const day of ['2026-11-22', '2027-01-01'])
    expect(findPrice(prices, { provider, model }, day), day).toBeDefined();
});
