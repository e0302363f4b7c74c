import { describe, expect, test } from 'vitest';
import type { ScriptEngine, ShortenRequest, TimedScriptRequest } from '#engines/ports.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { untoldMessages } from '#shared/messages/untold.ts';
import type { DescriptionRequest } from '#shared/script/gaps.ts';
import { printWritten } from '../../tests/support/print-written.ts';
import { type TimedWritingRequest, writeDescription } from './write-script.ts';

const never = new AbortController().signal;
const asked: TimedWritingRequest = {
  analysis: 'A woman in a red coat opens a gate.',
  prompt: 'Keep it sober.',
  language: 'English',
  durationSeconds: 60,
  cuePoints: [2, 6, 15, 22, 45],
};
const gaps = [
  { startSeconds: 0, endSeconds: 10 },
  { startSeconds: 20, endSeconds: 30 },
];
const standard: DescriptionRequest = { kind: 'standard', gaps };
const extended: DescriptionRequest = { kind: 'extended', gaps };
const good = [
  '[0:02] A woman in a red coat walks down a hill.',
  '[0:22] She opens a gate and looks back at the road behind her.',
].join('\n');

/** A script engine that returns the texts in order and records its requests. */
function createWriter(answers: readonly string[], shortened = '') {
  const left = [...answers];
  const requests: TimedScriptRequest[] = [];
  const mending: ShortenRequest[] = [];
  const engine: ScriptEngine = {
    provider: { name: 'a.example', isOffline: false },
    model: 'pen',
    canExpand: true,
    async *writeScript() {
      yield 'A narration without times.';
    },
    async *rewriteScript() {},
    async *writeTimedScript(request) {
      requests.push(request);
      for (const piece of (left.shift() ?? '').match(/.{1,7}/gsu) ?? []) yield piece;
    },
    async *shortenLines(request) {
      mending.push(request);
      yield shortened;
    },
  };
  return { engine, requests, mending };
}

async function write(
  engine: ScriptEngine,
  prompt: DescriptionRequest,
  changes: Partial<TimedWritingRequest> = {},
) {
  const lines = await Array.fromAsync(writeDescription(engine, { ...asked, ...changes }, prompt, never));
  return printWritten(lines.at(-1));
}

describe('a description', () => {
  test('is requested only for the gaps, with the time of each picture, and returned line by line', async () => {
    const { engine, requests } = createWriter([good]);
    expect(await write(engine, standard)).toMatchObject({ script: good });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.description).toBe('standard');
    expect(
      requests[0]?.cuePoints.map(({ startSeconds, gap }) => [
        startSeconds,
        gap?.seenSeconds,
        gap?.endSeconds,
      ]),
    ).toEqual([
      [2, 2, 10],
      [6, 6, 10],
      [22, 22, 30],
    ]);
  });

  test('loses lines during speech or at no cue point', async () => {
    const { engine } = createWriter([
      `[0:02] A woman in a red coat walks down a hill.\n[0:15] People speak here.\n[0:17] And here.\n[0:22] She opens a gate and looks back at the road behind her.\n[0:45] And here.`,
    ]);
    expect(await write(engine, standard)).toMatchObject({ script: good });
  });

  test('has lines shortened that exceed their gap; a line may use the rest of its own gap, never another', async () => {
    const long = `${'She walks on and on and on. '.repeat(4).trim()} She stops.`;
    const { engine, mending } = createWriter(
      [`[0:06] ${long}\n[0:22] She opens the gate.`],
      '[0:06] She walks on.',
    );
    expect(await write(engine, standard)).toMatchObject({
      script: '[0:06] She walks on.\n[0:22] She opens the gate.',
    });
    expect(mending[0]?.lines).toEqual([
      { startSeconds: 6, text: long, available: { unit: 'words', count: 9 } },
    ]);
    const joined = createWriter([`[0:02] ${'She walks on and on. '.repeat(3).trim()}`]);
    await write(joined.engine, standard);
    expect(joined.mending).toEqual([]);
  });

  test('may have longer lines where the video can pause, and lines without a gap', async () => {
    const lines = `[0:06] ${'She walks on and on and on. '.repeat(3).trim()}\n[0:45] She is gone.`;
    const { engine, mending } = createWriter([lines]);
    expect(await write(engine, extended)).toMatchObject({ script: lines });
    expect(mending).toEqual([]);
  });

  test('of a long video is written in parts, and a part with nothing to describe does not end it', async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      startSeconds: at * 120,
      endSeconds: at * 120 + 30,
    }));
    const cuePoints = many.map(({ startSeconds }) => startSeconds);
    const { engine, requests } = createWriter([
      '',
      '[40:00] A woman in a red coat walks down a hill to a gate.',
    ]);
    const last = await write(engine, { kind: 'standard', gaps: many }, { cuePoints, durationSeconds: 7200 });
    expect(requests.length).toBeGreaterThan(2);
    expect(last).toMatchObject({ script: '[40:00] A woman in a red coat walks down a hill to a gate.' });
  });
});

describe('without a usable gap', () => {
  test.each([
    ['no gap', [], narrationMessages.noGap],
    ['no picture near a gap', [{ startSeconds: 30, endSeconds: 38 }], narrationMessages.noFrameInGap],
  ])('a standard description is empty with a notice: %s', async (_, own, notice) => {
    const { engine, requests } = createWriter([good]);
    const last = await write(engine, { kind: 'standard', gaps: own });
    expect(last).toMatchObject({ script: '', notice: t(notice) });
    expect(requests).toEqual([]);
  });

  test('an extended one is written all the same', async () => {
    const lines = '[0:02] A woman in a red coat walks down a hill.';
    const { engine } = createWriter([lines]);
    expect(await write(engine, { kind: 'extended', gaps: [] })).toMatchObject({ script: lines });
  });
});

describe('what no line tells', () => {
  const analysis =
    'A quay at night.\n15.0: a title reads “Night Harbour”.\n22.0: on a door the sign “Harbour Office”.';

  test('is said by the writer in rows that are never spoken, and by nobody: print that no line reads', async () => {
    const { engine, requests } = createWriter([
      `${good}\n[0:17] (left out: no room) A man in a yellow coat waves.\n[0:45] （left out: people speak） The note “Back at five”`,
    ]);
    const steps = await Array.fromAsync(writeDescription(engine, { ...asked, analysis }, standard, never));
    expect(steps.map(step => ('line' in step ? step.line.startSeconds : undefined))).not.toContain(17);
    expect(printWritten(steps.at(-1))).toMatchObject({
      script: good,
      untold: [
        { startSeconds: 15, kind: 'print', what: 'Night Harbour', reason: t(untoldMessages.noMoment) },
        {
          startSeconds: 17,
          kind: 'seen',
          what: 'A man in a yellow coat waves.',
          reason: 'The writer left it out: no room.',
        },
        { startSeconds: 22, kind: 'print', what: 'Harbour Office', reason: t(untoldMessages.unread) },
        {
          startSeconds: 45,
          kind: 'print',
          what: 'The note “Back at five”',
          reason: 'The writer left it out: people speak.',
        },
      ],
    });
    expect(requests).toHaveLength(1);
  });

  test('is not asked for again where nothing has room', async () => {
    const { engine, requests } = createWriter(['[0:15] (left out: people speak) A man waves.']);
    expect(await write(engine, standard)).toMatchObject({ script: '', untold: [{ what: 'A man waves.' }] });
    expect(requests).toHaveLength(1);
  });

  test('is a line for a time at which nothing can be said', async () => {
    const { engine } = createWriter([`${good}\n[0:45] She is gone.`]);
    expect(await write(engine, standard)).toMatchObject({
      untold: [{ startSeconds: 45, what: 'She is gone.', reason: t(untoldMessages.wrongTime) }],
    });
  });
});

test('the level of detail and the cast reach the writer', async () => {
  const { engine, requests } = createWriter([good]);
  const cast = [{ name: 'Ada', look: 'a woman in a red coat' }];
  await write(engine, { ...standard, detail: 'brief', cast });
  expect(requests[0]).toMatchObject({ detail: 'brief', cast });
  expect(requests[0]?.cuePoints[0]?.available.count).toBe(5);
});

test('an engine with nothing to describe gives an empty script with a notice', async () => {
  const { engine } = createWriter(['']);
  expect(await write(engine, standard)).toEqual({
    script: '',
    notice: t(narrationMessages.nothingToDescribe),
  });
});

test('a response that cannot be placed is requested once more, and never becomes an untimed script, which would overlap speech', async () => {
  const { engine, requests } = createWriter(['A woman walks.', 'A woman walks.']);
  await expect(write(engine, standard)).rejects.toMatchObject({ code: 'provider_garbage' });
  expect(requests).toHaveLength(2);
  expect(requests[1]?.fault).toContain('square brackets');
});

test('a part is described in what it has of the gaps', async () => {
  const { engine, requests } = createWriter([good]);
  const part = { fromSeconds: 21, toSeconds: 26, linesBefore: [], linesAfter: [] };
  await write(engine, standard, { part });
  expect(requests[0]?.cuePoints.map(({ startSeconds, gap }) => [startSeconds, gap?.endSeconds])).toEqual([
    [22, 26],
  ]);
});
