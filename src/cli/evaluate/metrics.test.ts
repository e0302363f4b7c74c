import { expect, test } from 'vitest';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { countFitting, countForbidden, countKept, countRepeatedOpenings, countSameName } from './metrics.ts';

const cuePoints = [0, 5, 10].map(startSeconds => ({
  startSeconds,
  available: { unit: 'words' as const, count: 4 },
}));

test.each([
  ['short lines fit', '[0:00] Dawn comes.\n[0:05] A boat leaves.\n[0:10] Cranes cross the sky.', 3],
  [
    'one is too long',
    '[0:00] Dawn comes.\n[0:05] A boat leaves.\n[0:10] Cranes slowly cross the whole pale sky.',
    2,
  ],
  [
    'a line has the room of the moment after it that is left out',
    '[0:00] Dawn slowly comes to the quiet lake.\n[0:10] Cranes.',
    2,
  ],
  ['what was no line is none', 'Here are the lines:\n[0:00] Dawn comes.', 1],
])('of lines as they were written, %s', (_, written, count) => {
  const { length } = written.match(/^\[/gmu) ?? [];
  expect(countFitting([{ cuePoints, written }], getLanguage('English'))).toEqual({ count, of: length });
});

test('in Japanese, characters are counted', () => {
  const written = '[0:00] 夜が明ける。\n[0:05] 年老いた船頭が静かな湖に舟を出す。';
  const japanese = cuePoints.map(each => ({ ...each, available: { unit: 'characters' as const, count: 7 } }));
  expect(countFitting([{ cuePoints: japanese.slice(0, 2), written }], getLanguage('Japanese'))).toEqual({
    count: 1,
    of: 2,
  });
});

const openings: readonly (readonly [LanguageName, readonly string[], number])[] = [
  ['English', ['The man rows.', 'A crane lands.', 'The man waits.', 'the man, tired, sits.'], 2],
  ['English', ['The man rows.', 'The woman waits.', 'Mist rises.'], 0],
  ['German', ['Der Mann rudert.', 'Der Mann wartet.', 'Kraniche ziehen vorbei.'], 1],
  ['Japanese', ['男が舟をこぐ。', '男が舟を止める。', '鶴が飛ぶ。'], 1],
];
test.each(openings)('in %s, of %j lines begin like another before them: %i', (language, texts, count) => {
  expect(countRepeatedOpenings(texts, getLanguage(language))).toEqual({ count, of: texts.length });
});

const good: Partial<Record<LanguageName, readonly string[]>> = {
  English: ['We made this boat in spring.', 'He picks up his camera.', 'A picture hangs on the wall.'],
  German: [
    'Wir haben dieses Boot im Frühling gebaut.',
    'Er hebt seine Kamera auf.',
    'Ein Bild hängt an der Wand.',
  ],
  Japanese: ['男がカメラを手に取る。', '壁に絵が掛かっている。', '年老いた船頭が舟を出す。'],
};
const bad: typeof good = {
  English: [
    'We see a boat on the lake.',
    'In this frame, a man waits.',
    'The video shows a lake at dawn.',
    'The camera pans across the hills.',
    'Now you can see the lanterns.',
  ],
  German: [
    'Wir sehen ein Boot auf dem See.',
    'Man sieht einen Mann am Ufer.',
    'Auf diesem Bild wartet ein Mann.',
    'Das Video zeigt einen See am Morgen.',
    'Die Kamera schwenkt über die Hügel.',
  ],
  Japanese: [
    '湖に舟が見えます。',
    'このフレームでは男が待っている。',
    'カメラがゆっくり動く。',
    '映像では朝の湖だ。',
  ],
};
test.each(Object.keys(good) as LanguageName[])(
  'in %s, talk about the picture is found and nothing else',
  language => {
    const isFound = (text: string) => countForbidden([text], language, false)?.count === 1;
    expect(good[language]?.filter(isFound)).toEqual([]);
    expect(bad[language]?.filter(text => !isFound(text))).toEqual([]);
  },
);

test('a narration may say "we", a description may not', () => {
  const texts = ['We made this boat in spring.', 'The old man rows.'];
  expect(countForbidden(texts, 'English', false)).toEqual({ count: 0, of: 2 });
  expect(countForbidden(texts, 'English', true)).toEqual({ count: 1, of: 2 });
});

test('in a language without rules nobody can tell', () => {
  expect(countForbidden(['Näemme veneen.'], 'Finnish', false)).toBeUndefined();
});

const people = [
  { short: 'the woman in the red coat', name: '' },
  { short: 'the old boatman', name: 'Akira' },
];
test.each([
  ['by the short name, and shorter', ['A woman in a red coat waits.', 'The woman sits down.'], 1, 1],
  ['by name', ['The old boatman rows.', 'Akira lands.'], 1, 1],
  ['by other clothes', ['The woman in the red coat waits.', 'The woman with the bag sits down.'], 0, 1],
  ['by another word', ['The old boatman rows.', 'The young boatman lands.'], 0, 1],
  ['not at all', ['Mist lies on the lake.'], 0, 0],
  ['one well, one not', ['The tired woman waits.', 'Akira rows.'], 1, 2],
])('people are called %s', (_, texts, count, of) => {
  expect(countSameName(texts, people)).toEqual({ count, of });
});

test('people who share a noun, and odd rows of notes, are left out', () => {
  const two = [
    { short: 'the man in black', name: '' },
    { short: 'the man in white', name: '' },
  ];
  const odd = [
    { short: '*** (((', name: '' },
    { short: '', name: '' },
    { short: '老船頭', name: '' },
  ];
  expect(countSameName(['The man in black waits. The man in white rows.'], [...two, ...odd])).toEqual({
    count: 0,
    of: 0,
  });
});

const named = [
  { short: 'the boatman', name: 'Akira' },
  { short: 'the crane', name: '' },
];
const kept: readonly (readonly [string, string, LanguageName, number, number])[] = [
  ['Akira lights 3 lanterns.', 'Akira zündet 3 Laternen an.', 'German', 1, 1],
  ['Akira lights 3 lanterns.', 'Er zündet 3 Laternen an.', 'German', 0, 1],
  ['Akira lights 3 lanterns.', 'Akira zündet 4 Laternen an.', 'German', 0, 1],
  ['There are 1,000 lanterns.', 'Es sind 1.000 Laternen.', 'German', 1, 1],
  ['Akira lights 3 lanterns.', '明は３つの灯籠をともす。', 'Japanese', 1, 1],
  ['Dawn comes.', 'Der Morgen kommt.', 'German', 0, 0],
];
test.each(kept)(
  '"%s" as "%s" in %s keeps numbers and names in %i of %i lines',
  (original, translation, into, count, of) => {
    expect(countKept([[original, translation]], named, into)).toEqual({ count, of });
  },
);
