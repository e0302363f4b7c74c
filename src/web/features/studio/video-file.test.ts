import { expect, test } from 'vitest';
import { requireVideoFile } from './video-file.ts';

const file = (name: string, type: string, content = 'x') => new File([content], name, { type });

test('a video is known by its type or its name', () => {
  for (const video of [
    file('a', 'video/mp4'),
    file('a.MKV', ''),
    file('b.ts', 'text/vnd.trolltech.linguist'),
  ])
    expect(() => requireVideoFile(video, 100)).not.toThrow();
});

test('any other file is refused with a sentence that names it', () => {
  expect(() => requireVideoFile(file('notes.txt', 'text/plain'), 100)).toThrow('“notes.txt” is not a video.');
  expect(() => requireVideoFile(file('song.mp3', 'audio/mpeg'), 100)).toThrow('is not a video');
});

test('an empty or too large video is refused before any work', () => {
  expect(() => requireVideoFile(file('a.mp4', 'video/mp4', ''), 100)).toThrow('is empty');
  expect(() => requireVideoFile(file('a.mp4', 'video/mp4', 'x'.repeat(3000)), 2048)).toThrow(
    'has 3 kB. Videos of up to 2 kB are taken here.',
  );
});
