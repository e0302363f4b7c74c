import { expect, test } from 'vitest';
import { computeClipsSeconds, findSameWords, listDue, soundsSame, type VoiceClip } from './voice-clip.ts';

const sounds = new Map<string, Blob>();

function makeClip(id: string, startSeconds: number, { seconds = 2, speed = 1 } = {}): VoiceClip {
  const mp3 = sounds.get(id) ?? new Blob([id]);
  sounds.set(id, mp3);
  return { id, startSeconds, seconds, speed, sound: { mp3 } };
}

const listIds = (clips: readonly VoiceClip[]) => clips.map(({ id }) => id);

test('a clip is due from its start until its end at its speed', () => {
  const clips = [makeClip('a', 1), makeClip('b', 4, { speed: 1.25 }), makeClip('c', 9)];
  expect(listIds(listDue(clips, 0, 5))).toEqual(['a', 'b']);
  expect(listIds(listDue(clips, 2.9, 3))).toEqual(['a']);
  expect(listIds(listDue(clips, 3, 4))).toEqual([]);
  expect(listIds(listDue(clips, 5.59, 9))).toEqual(['b']);
  expect(listIds(listDue(clips, 5.6, 9))).toEqual([]);
});

test('the preview lasts until its last clip is over', () => {
  expect(computeClipsSeconds([makeClip('a', 3, { seconds: 9 }), makeClip('b', 5)])).toBe(12);
  expect(computeClipsSeconds([makeClip('b', 5, { speed: 0.8 })])).toBe(7.5);
  expect(computeClipsSeconds([])).toBeUndefined();
});

test('a clip that was moved, or has another sound, another part of it, or another speed starts again', () => {
  const clip = makeClip('a', 1);
  const others = [
    makeClip('b', 1),
    { ...clip, startSeconds: 1.5 },
    { ...clip, sound: { mp3: new Blob(['spoken anew']) } },
    { ...clip, sound: { ...clip.sound, fromSeconds: 2 } },
    { ...clip, speed: 1.1 },
  ];
  for (const other of others) expect(soundsSame(clip, other)).toBe(false);
  expect(soundsSame(clip, { ...clip, seconds: 2.1 })).toBe(true);
});

test('at another tempo the same words are found, and nothing moves while the tempo stays', () => {
  const before = [makeClip('a', 0), makeClip('b', 2)];
  const faster = [makeClip('a', 0, { speed: 1.25 }), makeClip('b', 1.6, { speed: 1.25 })];
  expect(findSameWords(before, faster, 3)).toBeCloseTo(2.4, 6);
  expect(findSameWords(faster, before, 2.4)).toBeCloseTo(3, 6);
  expect(findSameWords(before, before, 3)).toBeUndefined();
  expect(findSameWords(before, [], 3)).toBeUndefined();
});
