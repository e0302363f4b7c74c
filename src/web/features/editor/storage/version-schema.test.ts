import { expect, test } from 'vitest';
import { soundSchema } from './version-schema.ts';

const sound = { audio: new Blob(['sound']), voice: 'nova', language: 'English', chosenLanguage: 'English' };
const cues = [{ text: 'The fox looks up.', startSeconds: 0.2, endSeconds: 1.4 }];

test('the sound of a version keeps when each sentence is heard', () => {
  expect(soundSchema.parse({ ...sound, cues })).toEqual({ ...sound, cues });
});

test('a version from before sounds had cues is still read', () => {
  expect(soundSchema.parse(sound)).toEqual(sound);
});

test('a sound whose times are damaged is kept without them', () => {
  expect(soundSchema.parse({ ...sound, cues: [{ text: 'The fox' }] })).toMatchObject(sound);
});

test('the sound of a description keeps how its lines were laid', () => {
  const line = { startSeconds: 8, text: 'Somebody waves.', seconds: 1.2 };
  const described = {
    kind: 'extended',
    durationSeconds: 48,
    gaps: [{ startSeconds: 0, endSeconds: 3 }],
    plan: {
      lines: [{ line, startSeconds: 8, endSeconds: 9.2, speed: 1 }],
      pauses: [{ atSeconds: 7.7, seconds: 1.25 }],
      leftOut: [{ line, reason: 'It has no room.' }],
      durationSeconds: 49.25,
    },
  };
  expect(soundSchema.parse({ ...sound, described })).toEqual({ ...sound, described });
  expect(soundSchema.parse({ ...sound, described: { kind: 'none' } })).toMatchObject(sound);
});
