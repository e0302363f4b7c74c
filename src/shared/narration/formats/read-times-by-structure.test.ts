import { describe, expect, test } from 'vitest';
import { readTranscriptFile } from '../../transcript/read-transcript-file.ts';
import { readOwnText, toOwnScript } from './read-own-script.ts';

const meeting = ['[0:01] The meeting begins.', '[0:07] Please bring chairs.'];
const named = ['[0:01] Anna: The meeting begins.', '[0:07] Tom: Please bring chairs.'];
const kettle = ['[0:01] The kettle is on.', '[0:04] The tea is ready.'];

/** As people copy and export them. */
const transcripts: readonly (readonly [named: string, text: string, script: readonly string[]])[] = [
  ['times alone, as YouTube copies them', '0:01\nThe meeting begins.\n0:07\nPlease bring chairs.', meeting],
  ['times in round brackets', '(0:01) The meeting begins.\n(0:07) Please bring chairs.', meeting],
  ['bold times of Markdown', '**[0:05]** Five.\n**[0:08]** Eight.', ['[0:05] Five.', '[0:08] Eight.']],
  ['bold times without brackets', '**0:05** Five.\n**0:08** Eight.', ['[0:05] Five.', '[0:08] Eight.']],
  [
    'clocks, names and rows in one',
    '00:00:01.000 Anna: The meeting begins.\n00:00:07.000 Tom: Please bring chairs.',
    named,
  ],
  [
    'two clocks with frames',
    '00:00:01:00 00:00:04:10\nThe meeting begins.\n\n00:00:07:00 00:00:10:00\nPlease bring chairs.',
    meeting,
  ],
  [
    'clocks with frames and speakers, as Premiere writes them',
    '00:00:01:12 - 00:00:03:10\nSpeaker 1\nThe kettle is on.\n\n00:00:04:00 - 00:00:06:00\nSpeaker 2\nThe tea is ready.',
    ['[0:01.48] Speaker 1: The kettle is on.', '[0:04] Speaker 2: The tea is ready.'],
  ],
  ['tenths of a second, MPL2', '[10][30]The kettle is on.\n[40][60]/The tea|is ready.', kettle],
  ['clocks with a colon behind', '00:00:01:The kettle|is on.\n00:00:04:The tea is ready.', kettle],
  [
    'a name and a time on one row, as Otter writes them',
    'Anna  0:01\nThe meeting begins.\n\nTom  0:07\nPlease bring\nchairs.',
    named,
  ],
  [
    'a name and a time in brackets',
    'Speaker 1 (00:01):\nThe meeting begins.\n\nDr. Weber [00:07]\nPlease bring chairs.',
    ['[0:01] Speaker 1: The meeting begins.', '[0:07] Dr. Weber: Please bring chairs.'],
  ],
  [
    'a name behind a time, the words below',
    '0:01 Anna\nThe meeting begins.\n0:07 Tom\nPlease bring chairs.',
    named,
  ],
  [
    'a table with a header',
    'Start,End,Speaker,Text\n0:01,0:04,Anna,"The meeting\nbegins."\n0:07,0:10,Tom,Please bring chairs.',
    named,
  ],
  [
    'numbered rows with seconds',
    '#;start;text\n1;1.0;"The ""meeting"" begins."\n2;7,5;Please bring chairs.',
    ['[0:01] The "meeting" begins.', '[0:07.5] Please bring chairs.'],
  ],
  ['Arabic digits', '٠:٠١\nThe meeting begins.\n٠:٠٧\nPlease bring chairs.', meeting],
  ['rows that are broken', '0:01 The meeting\nbegins.\n\n0:07 Please\nbring chairs.', meeting],
];

test.each(transcripts)('a transcript with %s is spoken at its times', (_, text, script) => {
  expect(readOwnText(text, 60)?.script.split('\n')).toEqual(script);
  expect(readOwnText(text.replaceAll('\n', '\r\n'), 60)?.script.split('\n')).toEqual(script);
});

test.each(transcripts)(
  'a transcript with %s keeps its times as what is said in a video',
  async (_, text, script) => {
    const { segments } = await readTranscriptFile(new TextEncoder().encode(text), 'said.txt', 20);
    const said = segments.map(({ speaker, ...each }) => [speaker ? `${speaker}: ` : '', each.text].join(''));
    expect(said).toEqual(script.map(row => row.replace(/^\S+ /u, '')));
    expect(segments.every(({ startSeconds, endSeconds }) => endSeconds > startSeconds)).toBe(true);
  },
);

test('a call speaks a transcript without its times and names', () => {
  expect(toOwnScript('Anna  0:01\nCome in.\n\nTom  0:07\nThanks.')).toBe('[0:01] Come in.\n[0:07] Thanks.');
  expect(toOwnScript('Come in.\n\nThanks.')).toBe('Come in.\n\nThanks.');
});

const verse =
  'For God so loved the world that he gave his one and only Son, that whoever believes shall not perish.';
test.each([
  ['a schedule', '10:30 Breakfast\n11:00 Talk\n12:30 Lunch\n14:00 Walk'],
  ['a schedule with ends', '10:30 – 11:00 Breakfast\n11:00 – 12:00 Talk\n12:30 – 13:00 Lunch'],
  ['a timetable', '10:32 Zürich HB\n10:47 Thalwil\n11:15 Zug\n11:42 Luzern'],
  ['hours of the day', '0:30 am Arrival\n1:00 am Sleep\n7:30 am Breakfast'],
  ['verses', `3:16 ${verse}\n3:17 ${verse}\n3:18 ${verse}`],
  ['verses under their numbers', `John 3:16\n${verse}\nJohn 3:17\n${verse}`],
  ['scores', '25:20 in the first set.\n25:23 in the second.\n19:25 in the third one.\n26:24 in the last.'],
  ['ratios', '16:9 is wide.\n4:3 is old.\n21:9 is cinema.'],
  [
    'a recipe',
    'Preheat the oven.\n0:10 Mix the flour.\nThen wait.\nServe at 18:30 with salad.\nBake for 1:30 hours.',
  ],
  ['one time', '0:05 That is how fast it is.\nNobody believes it.'],
  [
    'a day',
    'At 10:30 we arrive.\nIt rains.\n14:00 is when the sun comes out.\nWe swim.\nBy 18:00 we are home.',
  ],
  ['a list with commas', 'Start, go, stop\nOne, two, three\nFour, five, six'],
])('%s stays a text', (_, text) => {
  expect(readOwnText(text, 14_400)).toMatchObject({ script: text, timedLines: 0 });
});

describe('times that cannot be right are refused, with their rows', () => {
  test.each([
    ['more than 59 seconds in a script', '[0:05] Five.\n[0:75] Seventy-five.', /: 2\./u],
    ['more than 59 seconds', '0:05 Five.\n0:75 Seventy-five.\n1:20 Eighty.', /: 2\./u],
    ['times that go back', '0:01\nOne.\n0:09\nTwo.\n\n0:07\nThree.\n0:12\nFour.', /: 6\./u],
    ['a heading', 'Meeting\n\n0:01\nOne.\n0:09\nTwo.', /above the first time: 1\./u],
  ])('%s', (_, text, rows) => {
    expect(() => readOwnText(text, 60)).toThrow(rows);
  });
});

test('a script with times is as it was, whatever is in its lines', () => {
  for (const script of [
    '[0:01] One.\n0:05 is a time.\n0:09 too.',
    '[0:09] Two.\n[0:05] One.',
    'Above.\n[0:05] One.',
  ])
    expect(readOwnText(script, 60)?.script).toBe(script);
});

test('a long transcript, and one that means harm, is read in no time', () => {
  const rows = Array.from(
    { length: 1000 },
    (_, at) => `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}\nA row.`,
  );
  const begun = performance.now();
  expect(readOwnText(rows.join('\n'), 14_400)?.timedLines).toBe(1000);
  for (const harm of [
    `a,b\n${'"'.repeat(90_000)}`,
    ' (['.repeat(30_000),
    '0:01 '.repeat(19_000),
    '-'.repeat(99_000),
  ])
    expect(readOwnText(harm, 60)?.timedLines).toBe(0);
  expect(performance.now() - begun).toBeLessThan(2000);
});
