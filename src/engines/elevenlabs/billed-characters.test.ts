import { expect, test } from 'vitest';
import { readBilledCharacters } from './models.ts';

test.each([
  ['eleven_multilingual_v2', '12', 12],
  ['eleven_v3', '24', 24],
  ['eleven_flash_v2_5', '6', 12],
  ['eleven_turbo_v2_5', '6', 12],
  ['eleven_v4', '24', 24],
  ['eleven_v4_turbo', '6', 12],
  ['a_model_of_tomorrow', '3', 12],
  ['eleven_multilingual_v2', null, 12],
  ['eleven_multilingual_v2', '', 12],
  ['eleven_multilingual_v2', 'many', 12],
  ['eleven_multilingual_v2', '-3', 12],
])('%s, whose header says %s, is charged for %i characters', (model, cost, characters) => {
  expect(readBilledCharacters(cost, model, 'Hello there.')).toBe(characters);
});
