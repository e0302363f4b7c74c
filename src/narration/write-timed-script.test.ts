import { describe, expect, test } from 'vitest';
import type { ScriptEngine, ShortenRequest, TimedScriptRequest } from '#engines/ports.ts';
import { narrateExamples } from '#engines/prompts/narrate.ts';
import { narrateMomentsExamples } from '#engines/prompts/narrate-moments.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { printTime } from '#shared/script/time-format.ts';
import { printShown, printWritten } from '../../tests/support/print-written.ts';
import { type TimedWritingRequest, writeScript, writeTimedScript } from './write-script.ts';

const never = new AbortController().signal;
const asked: TimedWritingRequest = {
  analysis: 'A dog plays by the sea.',
  prompt: 'Tell it calmly.',
  language: 'English',
  durationSeconds: 30,
  cuePoints: [0, 6, 12, 18, 24],
};
const good = [
  '[0:00] A small dog comes down to the sea in the morning.',
  '[0:06] It finds a red ball that somebody left in the sand.',
  '[0:18] The waves take the ball, and the dog swims after it.',
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
      yield 'A dog plays by the sea.';
    },
    async *rewriteScript() {},
    async *writeTimedScript(request) {
      requests.push(request);
      // Streams a few letters at a time, like a model.
      for (const piece of (left.shift() ?? '').match(/.{1,7}/gsu) ?? []) yield piece;
    },
    async *shortenLines(request) {
      mending.push(request);
      yield shortened;
    },
  };
  return { engine, requests, mending };
}

async function write(engine: ScriptEngine, changes: Partial<TimedWritingRequest> = {}) {
  const lines = await Array.fromAsync(writeTimedScript(engine, { ...asked, ...changes }, never));
  const deltas = lines.map(printShown).filter(shown => shown !== '');
  return { last: printWritten(lines.at(-1)), shown: deltas.join('').trimEnd(), deltas };
}

describe('a timed narration', () => {
  test('is written for the cue points, each with its available duration, and shown line by line', async () => {
    const { engine, requests } = createWriter([good]);
    const { last, shown, deltas } = await write(engine);
    expect(last).toMatchObject({ script: good });
    expect(shown).toBe(good);
    expect(deltas).toHaveLength(3);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.cuePoints).toEqual(
      asked.cuePoints.map(startSeconds => ({ startSeconds, available: { unit: 'words', count: 13 } })),
    );
  });

  test('has no cue point in the last second, nor two at once', async () => {
    const { engine, requests } = createWriter([good]);
    await write(engine, { cuePoints: [0, 0.5, 6, 29.5] });
    expect(requests[0]?.cuePoints.map(({ startSeconds }) => startSeconds)).toEqual([0, 6]);
  });

  test('of a long video is written in parts, each with the previous lines', async () => {
    const cuePoints = Array.from({ length: 60 }, (_, index) => index * 120);
    const { engine, requests } = createWriter(
      Array.from(
        { length: 20 },
        (_, part) => `[${part * 30}:00] The dog goes on, part ${part} of its long way home.`,
      ),
    );
    const { last } = await write(engine, { cuePoints, durationSeconds: 7200 });
    expect(requests.length).toBeGreaterThan(3);
    expect(requests.flatMap(request => request.cuePoints)).toHaveLength(60);
    for (const { cuePoints: part } of requests)
      expect(part.reduce((sum, { available }) => sum + available.count, 0)).toBeLessThanOrEqual(675);
    expect(requests[1]?.linesBefore).toEqual([
      { startSeconds: 0, text: 'The dog goes on, part 0 of its long way home.' },
    ]);
    expect('script' in (last ?? {})).toBe(true);
  });
});

describe('an answer that repeats an example of the prompt', () => {
  const copied = narrateMomentsExamples[0].answer.split('\n')[0]?.replace('[0:02]', '[0:06]') ?? '';
  const mixed = good.replace(/^\[0:06\].*$/mu, copied);

  test('is asked for once more, and told why', async () => {
    const { engine, requests } = createWriter([mixed, good]);
    const { last, shown } = await write(engine);
    expect(last).toMatchObject({ script: good });
    expect(shown).not.toContain('clay');
    expect(requests.map(({ fault }) => fault)).toEqual([undefined, expect.stringContaining('examples')]);
  });

  test('loses those lines if it does so again', async () => {
    const { engine, requests } = createWriter([mixed, mixed]);
    const { last } = await write(engine);
    expect(last).toMatchObject({
      script: good
        .split('\n')
        .filter(line => !line.startsWith('[0:06]'))
        .join('\n'),
    });
    expect(requests).toHaveLength(2);
  });

  test('is an answer like others if the notes say the same', async () => {
    const { engine, requests } = createWriter([mixed]);
    await write(engine, { analysis: copied });
    expect(requests).toHaveLength(1);
  });

  test('without times is asked for once more, too, and loses what it repeats again', async () => {
    const [{ answer }] = narrateExamples;
    const left = [`A dog runs. ${answer}`, `A dog plays. ${answer}`];
    const faults: unknown[] = [];
    const engine: ScriptEngine = {
      ...createWriter([]).engine,
      async *writeScript({ fault }) {
        faults.push(fault);
        yield left.shift() ?? '';
      },
    };
    const steps = await Array.fromAsync(writeScript(engine, asked, never));
    expect(steps.at(-1)).toMatchObject({ script: expect.stringMatching(/^A dog plays\./u) });
    expect(steps.at(-1)).not.toMatchObject({ script: expect.stringContaining('never hurries') });
    expect(faults).toEqual([undefined, expect.stringContaining('examples')]);
  });
});

test('the worst responses cause at most one call per ten pictures, and two more', async () => {
  const cuePoints = Array.from({ length: 60 }, (_, index) => index * 30);
  const { engine, requests, mending } = createWriter([]);
  let calls = 0;
  const bad: ScriptEngine = {
    ...engine,
    async *writeTimedScript(request) {
      requests.push(request);
      calls += 1;
      // Nothing for the first part, then lines that are much too long.
      const words = 'und noch ein langes Wort '.repeat(60);
      if (requests.length > 1)
        yield request.cuePoints.map(({ startSeconds }) => `[${printTime(startSeconds)}] ${words}`).join('\n');
      else yield 'Ein Hund läuft am Meer entlang.';
    },
    async *shortenLines(request) {
      mending.push(request);
      calls += 1;
      yield '';
    },
  };
  const { last } = await write(bad, { cuePoints, durationSeconds: 1800, language: 'German' });
  expect('script' in (last ?? {})).toBe(true);
  expect(requests.flatMap(({ fault }) => (fault ? [fault] : []))).toHaveLength(1);
  expect(mending).toHaveLength(1);
  expect(calls).toBe(6 + 2);
});

test('an engine that costs nothing is asked for each part, even if the first has no line', async () => {
  const cuePoints = Array.from({ length: 60 }, (_, index) => index * 30);
  const { engine } = createWriter(['', '[10:00] A dog plays by the sea.']);
  const offline = { ...engine, provider: { name: 'the offline engine', isOffline: true } };
  const { last } = await write(offline, { cuePoints, durationSeconds: 1800 });
  expect(last).toMatchObject({ script: '[10:00] A dog plays by the sea.' });
});

describe('a model that responds', () => {
  test.each([
    [
      'in a code fence, with a remark',
      `Here is your narration:\n\`\`\`\n${good}\n\`\`\`\nI hope you like it!`,
    ],
    [
      'with times that go back, and one twice',
      `${good}\n[0:06] The dog again.\n[0:12] Out of order.\n[0:18] Twice.`,
    ],
    ['with unknown cue points', `${good}\n[0:21] In between.\n[9:00] Beyond the end.`],
    ['with rounded cue points', good.replace('[0:06]', '[0:06.4]')],
  ])('%s: usable lines are kept', async (_, answer) => {
    const { engine, requests } = createWriter([answer]);
    const { last } = await write(engine);
    expect(last).toMatchObject({ script: good });
    expect(requests).toHaveLength(1);
  });

  test('in prose is asked once more, with the reason', async () => {
    const { engine, requests } = createWriter(['A dog plays by the sea all day long.', good]);
    const { last, shown } = await write(engine);
    expect(last).toMatchObject({ script: good });
    expect(shown).toBe(good);
    expect(requests.map(({ fault }) => fault)).toEqual([
      undefined,
      'no line of it began with the time of a moment in square brackets.',
    ]);
  });

  test.each([
    ['prose', 'A dog plays by the sea all day long.'],
    ['JSON', '{"lines": [{"time": "0:00", "text": "A dog plays by the sea."}]}'],
  ])('in %s twice gives an untimed narration with a notice', async (_, answer) => {
    const { engine, requests } = createWriter([answer, answer]);
    const { last } = await write(engine);
    expect(last).toMatchObject({
      script: 'A dog plays by the sea.',
      notice: t(narrationMessages.notTimed),
    });
    expect(requests).toHaveLength(2);
  });

  test('in another language is asked once more, and nothing of it is shown', async () => {
    const welsh =
      '[0:00] Daw ci bach i lawr at y môr yn y bore.\n[0:06] Mae’n dod o hyd i bêl goch yn y tywod.';
    const { engine, requests } = createWriter([good, welsh]);
    const { last, shown } = await write(engine, { language: 'Welsh' });
    expect(last).toMatchObject({ script: welsh });
    expect(shown).toBe(welsh);
    expect(requests[1]?.fault).toBe('it was not in Welsh.');
  });

  test('with no line gives an untimed narration after a single request', async () => {
    const { engine, requests } = createWriter(['']);
    const { last } = await write(engine);
    expect(last).toMatchObject({ notice: expect.any(String), script: expect.stringContaining('A dog') });
    expect(requests).toHaveLength(1);
  });
});

describe('a line that is too long for its available duration', () => {
  const long = `${'a very long walk with many words '.repeat(4)}for a small dog.`;

  test('is shortened once, and the others stay', async () => {
    const { engine, mending } = createWriter(
      [good.replace('The waves', `${long} The waves`)],
      '[0:18] The waves take it.',
    );
    const { last } = await write(engine, { cuePoints: [0, 6, 18, 24] });
    expect(mending).toHaveLength(1);
    expect(mending[0]?.lines).toEqual([
      expect.objectContaining({ startSeconds: 18, available: { unit: 'words', count: 26 } }),
    ]);
    expect(last).toMatchObject({ script: good.replace(/\[0:18\].*/, '[0:18] The waves take it.') });
  });

  test('may use the duration of following skipped cue points', async () => {
    const text = `[0:00] ${'word '.repeat(30).trim()}.\n[0:24] The end of it all.`;
    const { engine, mending } = createWriter([text]);
    await write(engine);
    expect(mending).toEqual([]);
  });

  test('stays unchanged if shortening made it no shorter', async () => {
    const { engine } = createWriter([`[0:00] ${long}`], `[0:00] ${long} And more.`);
    const { last } = await write(engine);
    expect(last).toMatchObject({ script: `[0:00] ${long}` });
  });
});

describe('a part of a narration', () => {
  const part = {
    fromSeconds: 10,
    toSeconds: 24,
    linesBefore: [{ startSeconds: 8, text: 'A boat comes in from the open sea this morning.' }],
    linesAfter: [{ startSeconds: 22, text: 'Evening.' }],
  };
  const cuePoints = [6, 11, 13, 18, 23];
  const inPart = '[0:13] The dog runs along the water.';

  test('is written where the lines around it leave room, and for nothing else', async () => {
    const { engine, requests } = createWriter([`${inPart}\n[0:23] It goes home over the hill.`]);
    const { last } = await write(engine, { part, cuePoints });
    expect(last).toMatchObject({ script: inPart });
    // The line before is still spoken at 0:11; the one after begins at 0:22.
    expect(
      requests[0]?.cuePoints.map(({ startSeconds, available }) => [startSeconds, available.count]),
    ).toEqual([
      [13, 11],
      [18, 9],
    ]);
  });

  test('knows the lines before and after it', async () => {
    const { engine, requests } = createWriter([inPart]);
    await write(engine, { part, cuePoints });
    expect(requests).toMatchObject([{ linesBefore: part.linesBefore, part }]);
  });

  test('that is long knows the lines after it where it ends', async () => {
    const long = { ...part, toSeconds: 7000, linesAfter: [{ startSeconds: 7100, text: 'Evening.' }] };
    const lines = Array.from({ length: 20 }, (_, at) => `[${at * 30}:20] The dog goes on, day ${at}.`);
    const { engine, requests } = createWriter(lines);
    const every2Minutes = Array.from({ length: 58 }, (_, at) => 20 + at * 120);
    await write(engine, { part: long, cuePoints: every2Minutes, durationSeconds: 7200 });
    expect(requests.length).toBeGreaterThan(2);
    expect(requests.map(request => request.part?.linesAfter.length)).toEqual([
      ...Array(requests.length - 1).fill(0),
      1,
    ]);
    expect(requests[1]?.linesBefore.map(({ startSeconds }) => startSeconds)).toEqual([8, 20]);
  });

  test('has no lines where the others leave no room, and nobody is asked', async () => {
    const { engine, requests } = createWriter([]);
    const { last } = await write(engine, { part, cuePoints: [11, 23] });
    expect(last).toMatchObject({ script: '', notice: t(narrationMessages.nothingForPart) });
    expect(requests).toEqual([]);
  });

  test('never becomes a script without times: an answer that cannot be used fails', async () => {
    const { engine } = createWriter(['The dog runs.', 'The dog still runs.']);
    await expect(write(engine, { part, cuePoints })).rejects.toMatchObject({ code: 'provider_garbage' });
  });
});
