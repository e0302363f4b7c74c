import { expect, test } from 'vitest';
import { chatModels, speechModels } from './choose-model.ts';

test('the vendor’s known models match the specification in order and shutdown dates', () => {
  expect(chatModels).toEqual([{ name: 'gpt-6-luna' }, { name: 'gpt-4o', endsOn: '2027-01-14' }]);
  expect(speechModels).toEqual([{ name: 'tts-1', endsOn: '2027-01-06' }, { name: 'gpt-realtime-2.1-mini' }]);
});
