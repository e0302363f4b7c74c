import { expect, test } from 'vitest';
import { nameProvider } from './provider-name.ts';

test.each([
  [undefined, 'OpenAI'],
  ['https://api.openai.com/v1', 'OpenAI'],
  ['https://openrouter.ai/api/v1', 'openrouter.ai'],
  ['http://localhost:11434/v1', 'our own AI server'],
  ['http://127.0.0.1:8000/v1', 'our own AI server'],
  ['http://[::1]:8000/v1', 'our own AI server'],
  ['http://ollama:11434/v1', 'our own AI server'],
  ['http://gpu.rack7.internal/v1', 'our own AI server'],
])('pictures sent to %s go to %s', (baseUrl, name) => {
  expect(nameProvider(baseUrl)).toBe(name);
});
