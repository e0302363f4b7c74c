import { expect, test } from 'vitest';
import { fill } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
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
  for (const [name, type] of [
    ['notes.txt', 'text/plain'],
    ['song.mp3', 'audio/mpeg'],
  ] as const)
    expect(() => requireVideoFile(file(name, type), 100)).toThrow(
      expect.objectContaining({ filled: fill(studioMessages.notVideo, { name }) }),
    );
});

test('an empty or too large video is refused before any work', () => {
  const name = 'a.mp4';
  expect(() => requireVideoFile(file(name, 'video/mp4', ''), 100)).toThrow(
    expect.objectContaining({ filled: fill(studioMessages.emptyFile, { name }) }),
  );
  expect(() => requireVideoFile(file(name, 'video/mp4', 'x'.repeat(3000)), 2048)).toThrow(
    expect.objectContaining({ filled: fill(studioMessages.tooLarge, { name, size: '3 kB', limit: '2 kB' }) }),
  );
});
