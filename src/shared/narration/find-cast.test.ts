import { expect, test } from 'vitest';
import { findCast, findNamedMs, listPeople } from './find-cast.ts';
import { createProject, type Observation, type Project, type Segment } from './project.ts';

const source = { provider: 'a.example' };
const toSegment = (text: string, startMs: number, speakerId?: string): Segment => ({
  id: `segment ${startMs}`,
  startMs,
  endMs: startMs + 3000,
  text,
  ...(speakerId && { speakerId }),
});
const toNotes = (text: string, momentsMs: readonly number[]): Observation => ({
  id: 'notes',
  momentsMs,
  text,
  kind: 'picture',
  source,
});
const made: Project = {
  ...createProject(),
  cast: [
    { id: 'one', name: 'Speaker 1', look: '' },
    { id: 'two', name: 'Speaker 2', look: '' },
  ],
  transcript: {
    source: { kind: 'recogniser', provider: 'a.example' },
    isCorrected: false,
    segments: [
      toSegment('Good evening, my name is Ada Lovelace, and I’m glad.', 1000, 'one'),
      toSegment('We met in spring.', 6000, 'two'),
    ],
  },
  observations: [
    toNotes('0:02.0 | text: "Night Harbour" 96 %\n0:07.0 | text: "CHARLES BABBAGE" 97 %', [2000, 7000]),
    toNotes(
      '2.0: a quay.\nPeople:\n- the woman in the red coat | tall, grey hair, red coat | none | 2.0\n- the captain | old, uniform | Grace Hopper | 7.0',
      [2000, 7000],
    ),
  ],
};

test('a speaker is found by the name that they say, or that stands under them; others by the notes', () => {
  const later = { ...made, observations: made.observations.slice(1) };
  expect(findCast(later)).toEqual([
    { id: 'one', name: 'Ada Lovelace', look: '', namedMs: 1000 },
    { name: '', look: 'the woman in the red coat, tall, grey hair, red coat' },
    { name: 'Grace Hopper', look: 'the captain, old, uniform', namedMs: 7000 },
  ]);
  const [, shown] = findCast({
    ...made,
    observations: [toNotes('0:07.0 | text: "CHARLES BABBAGE" 97 %', [7000])],
  });
  expect(shown).toEqual({ id: 'two', name: 'CHARLES BABBAGE', look: '', namedMs: 7000 });
});

test('who is confirmed is not found again', () => {
  const cast = [{ id: 'one', name: 'Ada', look: 'the captain, old, uniform', isConfirmed: true }];
  expect(findCast({ ...made, cast }).map(({ name, look }) => name || look)).not.toContain('Ada Lovelace');
  expect(findCast({ ...made, cast }).map(({ name }) => name)).not.toContain('Grace Hopper');
});

test('a name is known from when it is said or shown first', () => {
  expect(findNamedMs('Ada', made)).toBe(1000);
  expect(findNamedMs('Babbage', made)).toBe(7000);
  expect(findNamedMs('Grace', made)).toBeUndefined();
});

test('writers get only those whom a person has confirmed', () => {
  const cast = [
    { id: 'one', name: 'Ada ', look: 'a woman in a red coat', isConfirmed: true, namedMs: 1000 },
    { id: 'two', name: 'Speaker 2', look: '' },
    { id: 'three', name: '', look: 'the captain', isConfirmed: true },
  ];
  expect(listPeople(cast)).toEqual([
    { name: 'Ada', look: 'a woman in a red coat', namedSeconds: 1 },
    { name: '', look: 'the captain' },
  ]);
});
