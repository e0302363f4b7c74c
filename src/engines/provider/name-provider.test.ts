import { expect, test } from 'vitest';
import { nameProvider } from './prepare-connection.ts';

const vendor = { name: 'OpenAI', domain: 'api.openai.com' };

test.each([
  [undefined, 'OpenAI'],
  ['https://api.openai.com/v1', 'OpenAI'],
  ['https://eu.api.openai.com/v1', 'OpenAI'],
  ['https://notapi.openai.com.example.net/v1', 'notapi.openai.com.example.net'],
  ['https://openrouter.ai/api/v1', 'openrouter.ai'],
  ['http://localhost:11434/v1', 'our own AI server'],
  ['http://127.0.0.1:8000/v1', 'our own AI server'],
  ['http://[::1]:8000/v1', 'our own AI server'],
  ['http://ollama:11434/v1', 'our own AI server'],
  ['http://gpu.rack7.internal/v1', 'our own AI server'],
])('a provider with the address %s is named %s', (baseUrl, name) => {
  expect(nameProvider(vendor, baseUrl)).toBe(name);
});
