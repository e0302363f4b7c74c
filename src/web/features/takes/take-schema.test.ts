import { expect, test } from 'vitest';
import { soundSchema } from './take-schema.ts';

const sound = { audio: new Blob(['sound']), voice: 'nova', language: 'English', chosenLanguage: 'English' };
const cues = [{ text: 'The fox looks up.', startSeconds: 0.2, endSeconds: 1.4 }];

test('the sound of a take keeps when each sentence is heard', () => {
  expect(soundSchema.parse({ ...sound, cues })).toEqual({ ...sound, cues });
});

test('a take from before sounds knew their sentences is still read', () => {
  expect(soundSchema.parse(sound)).toEqual(sound);
});

test('a sound whose times are damaged is kept without them', () => {
  expect(soundSchema.parse({ ...sound, cues: [{ text: 'The fox' }] })).toMatchObject(sound);
});
