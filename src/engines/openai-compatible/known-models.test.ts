import { expect, test } from 'vitest';
import { chatModels, speechModels } from './known-models.ts';

test('the models that are taken from the vendor’s list are those of the specification, in its order, with their ends', () => {
  expect(chatModels).toEqual([{ name: 'gpt-6-luna' }, { name: 'gpt-4o', endsOn: '2027-01-14' }]);
  expect(speechModels).toEqual([{ name: 'tts-1', endsOn: '2027-01-06' }, { name: 'gpt-realtime-2.1-mini' }]);
});
