import { expect, test } from 'vitest';
import type { CastMember, Line, Observation, Segment, Transcript } from '../narration/project.ts';
import { planDescription } from '../script/plan-lines.ts';
import { type CheckedDescription, checkDescription, listUnchecked } from './check-description.ts';

const at = (startSeconds: number, text: string, more: Partial<Line> = {}): Line => ({
  id: `line at ${startSeconds}`,
  startMs: startSeconds * 1000,
  text,
  isLocked: false,
  origin: 'written',
  ...more,
});
const check = (lines: readonly Line[], more: Partial<CheckedDescription> = {}) =>
  checkDescription({ lines, language: 'English', ...more });
const rulesOf = (checks: ReturnType<typeof checkDescription>) =>
  checks.map(({ rule, lineId }) => [rule, lineId]);

const maya: CastMember = {
  id: 'maya',
  name: 'Maya',
  look: 'a tall woman with a red scarf',
  isConfirmed: true,
  namedMs: 20_000,
};

test('a line that is accepted as it is says so, and its other faults stay open', () => {
  const line = at(1, 'We saw a street and were glad.', { accepted: ['no-we'] });
  expect(check([line]).map(({ rule, isAccepted }) => [rule, isAccepted])).toEqual([
    ['present-tense', false],
    ['no-we', true],
  ]);
});

test('lines without a place are told, and lines that must be spoken faster', () => {
  const lines = [at(2, 'One two three four five six.'), at(12, 'Too long for here.'), at(30, 'In speech.')];
  const video = {
    kind: 'standard' as const,
    durationSeconds: 60,
    gaps: [
      { startSeconds: 2, endSeconds: 7 },
      { startSeconds: 12, endSeconds: 14 },
    ],
    speech: [
      { startSeconds: 0, endSeconds: 2 },
      { startSeconds: 7, endSeconds: 12 },
      { startSeconds: 14, endSeconds: 60 },
    ],
  };
  const seconds = [5.4, 6, 2];
  const cues = lines.map(({ id, text, startMs }, index) => ({
    id,
    text,
    startSeconds: (startMs ?? 0) / 1000,
    seconds: seconds[index] ?? 0,
  }));
  const checks = check(lines, { plan: planDescription(cues, video) });
  expect(checks.map(({ level, wish }) => [level, wish])).toEqual([
    ['note', 'Say it in at most 5 words.'],
    ['warning', 'Say it shorter.'],
    // Fewer words do not help where somebody speaks.
    ['warning', undefined],
  ]);
  expect(checks.map(({ message }) => message)).toEqual([
    'It is spoken 9% faster.',
    'Left out: It takes 6.0 s, but the gap has 2.0 s left.',
    'Left out: It starts during speech.',
  ]);
});

const readText = (seconds: number, text: string): Observation => ({
  id: 'seen',
  momentsMs: [seconds * 1000],
  text: `0:${String(seconds).padStart(2, '0')} | text: ${JSON.stringify(text)} 96 %`,
  kind: 'print',
  source: { provider: 'offline' },
});

test('on-screen text that no line reads is told at the nearest line, or without one', () => {
  const observations = [readText(10, 'Night Harbour')];
  expect(rulesOf(check([at(12, 'A title: “Night Harbour”.')], { observations }))).toEqual([]);
  expect(check([at(12, 'Lights on the water.'), at(16, 'A gull.')], { observations })).toMatchObject([
    {
      rule: 'print-read',
      lineId: 'line at 12',
      message: '“Night Harbour” can be read at 0:10, but no line reads it.',
      wish: 'Also read the text “Night Harbour”.',
    },
  ]);
  expect(rulesOf(check([at(40, 'Night Harbour.')], { observations }))).toEqual([['print-read', undefined]]);
});

test('nobody is named before the video names them', () => {
  const lines = [at(5, 'A tall woman with a scarf waves to Maya.'), at(25, 'Maya sits down.')];
  expect(check(lines, { cast: [maya] })).toMatchObject([
    {
      rule: 'named-when-known',
      lineId: 'line at 5',
      message: 'Maya is named here, but the video names Maya only at 0:20.',
      wish: 'Call Maya “a tall woman with a red scarf” instead.',
    },
  ]);
});

test('whoever is known is called by the name, unless the words may mean somebody else', () => {
  const lines = [at(2, 'A tall woman in a scarf.'), at(30, 'The tall woman reads. Her scarf slips.')];
  expect(check(lines, { cast: [maya] })).toMatchObject([{ rule: 'one-name', lineId: 'line at 30' }]);
  const twin = { ...maya, id: 'twin', name: 'Ann' };
  expect(rulesOf(check(lines, { cast: [maya, twin] }))).toEqual([]);
  expect(rulesOf(check([at(30, 'Maya, the tall woman, reads.')], { cast: [maya] }))).toEqual([]);
});

test('whoever is named for the first time has been described', () => {
  const cast = [maya];
  expect(rulesOf(check([at(21, 'Maya waves.'), at(25, 'Maya’s scarf slips.')], { cast }))).toEqual([
    ['described-first', 'line at 21'],
  ]);
  expect(rulesOf(check([at(21, 'Maya, a scarf around her neck, waves.')], { cast }))).toEqual([]);
  expect(rulesOf(check([at(21, 'Maya agita.', { sourceLineId: 'other' })], { cast }))).toEqual([]);
});

test('in Japanese names and looks are found without spaces', () => {
  const cast = [{ ...maya, name: '花子', look: '赤いマフラーの長身の女性' }];
  const lines = [at(5, '花子が手を振る。'), at(30, '長身の女性がマフラーを外す。')];
  expect(rulesOf(checkDescription({ lines, language: 'Japanese', cast }))).toEqual([
    ['named-when-known', 'line at 5'],
    ['described-first', 'line at 5'],
    ['one-name', 'line at 30'],
  ]);
});

test('a cast that nobody has confirmed binds no line', () => {
  const cast = [{ ...maya, isConfirmed: false }];
  expect(rulesOf(check([at(5, 'Maya waves.')], { cast }))).toEqual([]);
});

test('a line over a song is told, and one during a pause of the video is not', () => {
  const segment: Segment = { id: 's', startMs: 10_000, endMs: 20_000, text: '♪ Moon river ♪', isSound: true };
  const transcript: Transcript = {
    source: { kind: 'recogniser', provider: 'x' },
    isCorrected: false,
    segments: [segment],
  };
  const line = at(12, 'A boat.');
  const planned = { line: { id: line.id, text: line.text, startSeconds: 12, seconds: 3 }, speed: 1 };
  const plan = (pauses: readonly { atSeconds: number; seconds: number }[]) => ({
    lines: [{ ...planned, startSeconds: 12, endSeconds: 15 }],
    pauses,
    leftOut: [],
    durationSeconds: 60,
  });
  expect(check([line], { transcript, plan: plan([]) })).toMatchObject([
    { rule: 'over-music', message: 'This line covers “♪ Moon river ♪”.', wish: undefined },
  ]);
  expect(check([line], { transcript, plan: plan([{ atSeconds: 12, seconds: 3 }]) })).toEqual([]);
});

test('what was not checked is told', () => {
  const lines = [at(1, 'Un homme marche.')];
  expect(listUnchecked({ lines, language: 'French' })).toEqual([
    'Not checked in French: tense, “we”, camera words, interpretation, direct wording and colours.',
    'Gaps are not checked: they are not known yet.',
    'On-screen text is not checked: none was read in the video.',
    'Names are not checked: no people are confirmed.',
    'Songs are not checked: the transcript mentions none.',
  ]);
});

test('print that the writer found is not said to be unread, although no reader of print saw it', () => {
  const untold = [{ startMs: 2000, kind: 'print', what: 'A sign “Keep out”', reason: 'No room.' }] as const;
  const described = { lines: [at(1, 'A gate.')], language: 'English' } as const;
  const none = 'On-screen text is not checked: none was read in the video.';
  expect(listUnchecked({ ...described, untold })).not.toContain(none);
  const seen = [{ ...untold[0], kind: 'seen' }] as const;
  expect(listUnchecked({ ...described, untold: seen })).toContain(none);
});
