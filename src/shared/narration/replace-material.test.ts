import { expect, test } from 'vitest';
import { countIds } from '../../../tests/support/made-projects.ts';
import type { CutPart } from './new-cut.ts';
import type { Observation, Segment, Transcript } from './project.ts';
import { moveObservations, moveTranscript } from './replace-video.ts';

const span = (fromSeconds: number, toSeconds: number) => ({
  fromMs: fromSeconds * 1000,
  toMs: toSeconds * 1000,
});

/** From 10 to 20 s the film lost a scene, at 30 s one of 5 s came, from 40 s another sound and from 50 s another picture is there. */
const parts: readonly CutPart[] = [
  { kind: 'kept', old: span(0, 10), now: span(0, 10) },
  { kind: 'removed', old: span(10, 20) },
  { kind: 'kept', old: span(20, 30), now: span(10, 20) },
  { kind: 'new', now: span(20, 25) },
  { kind: 'kept', old: span(30, 40), now: span(25, 35) },
  { kind: 'sound changed', old: span(40, 50), now: span(35, 45) },
  { kind: 'picture changed', old: span(50, 60), now: span(45, 55) },
];

const transcribe = (...segments: readonly Segment[]): Transcript => ({
  source: { kind: 'recogniser', provider: 'an engine' },
  isCorrected: false,
  segments,
});
const say = (fromSeconds: number, toSeconds: number, text: string): Segment => ({
  id: text,
  startMs: fromSeconds * 1000,
  endMs: toSeconds * 1000,
  text,
});
/** A word each second. */
const sayWords = (fromSeconds: number, text: string): Segment => {
  const words = text.split(' ').map((word, at) => ({
    startMs: (fromSeconds + at) * 1000,
    endMs: (fromSeconds + at) * 1000 + 800,
    text: word.replace(/[,.]/u, ''),
  }));
  return { ...say(fromSeconds, fromSeconds + words.length, text), words };
};
const readSaid = (transcript: Transcript) =>
  moveTranscript(transcript, parts, countIds())?.segments.map(({ startMs, endMs, text }) => [
    text,
    startMs / 1000,
    endMs / 1000,
  ]);

test('what was said moves, and goes with its scene or its sound', () => {
  const transcript = transcribe(
    say(1, 3, 'Stays.'),
    say(12, 14, 'Went.'),
    say(22, 24, 'Earlier.'),
    say(41, 43, 'Is not heard.'),
    say(51, 53, 'Over other pictures.'),
  );
  expect(readSaid(transcript)).toEqual([
    ['Stays.', 1, 3],
    ['Earlier.', 12, 14],
    ['Over other pictures.', 46, 48],
  ]);
  expect(moveTranscript(transcribe(say(12, 14, 'Went.')), parts, countIds())).toBeUndefined();
});

test('of a sentence that was cut the words stay that are left', () => {
  expect(readSaid(transcribe(sayWords(7, 'We go, as always, down to the sea.')))).toEqual([
    ['We go, as', 7, 10],
  ]);
  expect(
    readSaid(transcribe(sayWords(9, 'One two three four five six seven eight nine ten eleven twelve.'))),
  ).toEqual([['One twelve.', 9, 11]]);
});

test('of a sentence without times of words the longer half stays', () => {
  expect(readSaid(transcribe(say(6, 12, 'Mostly kept.'), say(9, 15, 'Mostly gone.')))).toEqual([
    ['Mostly kept.', 6, 10],
  ]);
});

test('nothing is said in a new part that came into a sentence', () => {
  expect(readSaid(transcribe(sayWords(28, 'Before and behind it.')))).toEqual([
    ['Before and', 18, 20],
    ['behind it.', 25, 27],
  ]);
});

test('a transcript that nothing happened to is the same object', () => {
  const transcript = transcribe(say(1, 3, 'Stays.'), sayWords(4, 'So does this.'));
  expect(moveTranscript(transcript, parts, countIds())).toBe(transcript);
});

const look = (momentsMs: readonly number[], text: string): Observation => ({
  id: 'look',
  momentsMs,
  text,
  kind: 'picture',
  source: { provider: 'an engine' },
});

test('notes on pictures move row by row, and those on pictures that went are gone', () => {
  const notes = look(
    [2000, 12_000, 22_500, 52_000],
    [
      'A film of a day at the sea.',
      '2.0 s: a beach',
      '12.0 s: a car',
      'with a dented door',
      '22.5 s: a woman in a red coat',
      'She waves.',
      '52.0 s: a menu',
      '',
      'People:',
      '- the woman in the red coat | tall, grey hair | none | 22.5',
      '- the driver | bald | Ben | 12',
    ].join('\n'),
  );
  expect(moveObservations([notes], parts)).toEqual([
    {
      ...notes,
      momentsMs: [2000, 12_500],
      text: [
        'A film of a day at the sea.',
        '2 s: a beach',
        '12.5 s: a woman in a red coat',
        'She waves.',
        '',
        'People:',
        '- the woman in the red coat | tall, grey hair | none | 12.5',
        '- the driver | bald | Ben | ?',
      ].join('\n'),
    },
  ]);
});

test('print that was read moves with its picture', () => {
  const notes = look([22_200, 31_000], '0:22.2 | text: "Welcome" 95 %\n0:31 | text: "Exit" 92 %');
  expect(moveObservations([notes], parts)).toMatchObject([
    { momentsMs: [12_200, 26_000], text: '0:12.2 | text: "Welcome" 95 %\n0:26 | text: "Exit" 92 %' },
  ]);
});

test('notes on pictures that all went are gone, and those on pictures that stayed are the same object', () => {
  const stays = look([1000, 5000], '1.0 s: a beach\n5.0 s: a boat');
  expect(moveObservations([stays, look([12_000, 53_000], 'A car, a menu.')], parts)).toEqual([stays]);
  const all = [stays];
  expect(moveObservations(all, parts)).toBe(all);
});
