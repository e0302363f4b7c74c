import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** AI vendors and servers, their models and packages, in any spelling. */
const vendorName =
  /open-?\s?ai|chat-?gpt|\bgpt-|\btts-1|gemini|eleven-?\s?labs|\beleven_|ollama|kokoro|lm-?\s?studio|llama|local-?ai\b|\bvllm|open-?router|speaches|anthropic|\bclaude|\bazure[ _]|mistral|\bqwen/iu;

/** Files that may name a vendor. */
const places: readonly (readonly [why: string, files: RegExp])[] = [
  ['an adapter', /^src\/engines\/(openai[\w-]*|gemini|anthropic|mistral|azure|elevenlabs|local)\//u],
  ['whose key starts how', /^src\/engines\/provider\/foreign-key\.ts$/u],
  ['the price list', /^src\/engines\/prices\//u],
  ['the servers of this machine', /^src\/server\/find-servers\.ts$/u],
  ['first names of people', /^src\/shared\/narration\/names\.json$/u],
  ['settings', /^src\/server\/config\/engines\.ts$/u],
  ['the list of providers', /^src\/server\/engine-roles\/(providers\.ts|vendor-pages\.json)$/u],
];

const files = globSync('src/**/*.{ts,tsx,css,html,json}').filter(file => !/\.test\.tsx?$/u.test(file));

test('vendor names appear only in adapters, price list, settings and provider list', () => {
  const outside = files.filter(file => !places.some(([, place]) => place.test(file)));
  const found = outside.flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (vendorName.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test('each of these places exists and names a vendor', () => {
  for (const [why, place] of places) {
    const texts = files.filter(file => place.test(file)).map(file => readFileSync(file, 'utf8'));
    expect(vendorName.test(texts.join('\n')), why).toBe(true);
  }
});
