import { describe, expect, test } from 'vitest';
import type { ScriptEngine, ShortenRequest, SpeechEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import type { Cue } from '#shared/script/cues.ts';
import { type FitRequest, type FittedLine, fitScript } from './fit-script.ts';

const sampleRateHz = 16_000;
const provider = { name: 'a.example', isOffline: false } as const;
const neverAsked = async function* (): AsyncGenerator<string> {};

interface Behaviour {
  /** English is estimated at 0.4. */
  readonly secondsPerWord?: number;
  readonly shorten?: (request: ShortenRequest) => string;
  /** The voice fails from this call on. */
  readonly diesAt?: number;
}

/** A voice that takes the same time for each word and reads no Cyrillic, and a script engine that follows the prompt. */
function createEngines({
  secondsPerWord = 0.4,
  shorten = obey,
  diesAt = Number.POSITIVE_INFINITY,
}: Behaviour) {
  const spoken: string[] = [];
  const mending: ShortenRequest[] = [];
  const speech: SpeechEngine = {
    provider,
    model: 'voice',
    identity: 'voice',
    hasPremiumVoices: false,
    maxCharacters: 4096,
    getLanguageSupport: () => ({ kind: 'spoken' }),
    getSpeaker: voice => voice,
    async speak({ text }) {
      if (/\p{Script=Cyrillic}/u.test(text)) throw new CodedError('unspeakable_script');
      spoken.push(text);
      if (spoken.length >= diesAt) throw new CodedError('provider_unavailable');
      const seconds = text.split(' ').length * secondsPerWord;
      const samples = Float32Array.from({ length: seconds * sampleRateHz }, (_, at) => Math.sin(at / 9) / 2);
      async function* give() {
        // Silence at both ends does not count.
        yield new Float32Array(sampleRateHz / 2);
        yield samples;
        yield new Float32Array(sampleRateHz);
      }
      return { format: 'pcm', sampleRateHz, samples: give() };
    },
  };
  const script: ScriptEngine = {
    provider,
    model: 'pen',
    canExpand: true,
    writeScript: neverAsked,
    rewriteScript: neverAsked,
    writeTimedScript: neverAsked,
    async *shortenLines(request) {
      mending.push(request);
      yield shorten(request);
    },
  };
  return { engines: { speech, script }, spoken, mending };
}

/** As many words as fit. */
function obey({ lines }: ShortenRequest): string {
  return printTimedScript(
    lines.map(line => ({ ...line, text: line.text.split(' ').slice(0, line.available.count).join(' ') })),
  );
}

const words =
  'two quiet hikers follow the winding river toward a distant village until evening takes them slowly home again together'.split(
    ' ',
  );
const say = (count: number) => Array.from({ length: count }, (_, at) => words[at % words.length]).join(' ');

/** Lines every five seconds, each with time for twelve words. */
const makeCues = (counts: readonly number[]) => placeEach(counts.map(say));

function placeEach(texts: readonly string[]): Cue[] {
  return texts.map((text, at) => ({ startSeconds: 5 * at, text }));
}

async function makeFit(
  behaviour: Behaviour,
  counts: readonly number[],
  { shortens = true, ...changes }: Partial<FitRequest> & { readonly shortens?: boolean } = {},
) {
  const { engines, ...asked } = createEngines(behaviour);
  const request: FitRequest = {
    cues: makeCues(counts),
    durationSeconds: 5 * counts.length,
    getSpeaker: () => ({ speech: engines.speech, voice: 'nova' }),
    language: 'English',
    ...changes,
  };
  const lines: FittedLine[] = [];
  let fitted: readonly Cue[] | undefined;
  let failure: unknown;
  try {
    for await (const step of fitScript(
      shortens ? engines.script : undefined,
      request,
      new AbortController().signal,
    ))
      if ('line' in step) lines.push(step.line);
      else fitted = step.lines;
  } catch (error) {
    failure = error;
  }
  lines.sort((one, other) => one.index - other.index);
  return { lines, fitted, failure, ...asked };
}

describe('lines of a script', () => {
  test('that fit are spoken once each, and none is shortened', async () => {
    const { lines, spoken, mending, fitted } = await makeFit({}, [10, 11, 9]);
    expect(spoken).toHaveLength(3);
    expect(mending).toEqual([]);
    expect(lines.map(({ speed, excessSeconds }) => [speed, excessSeconds])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(fitted).toEqual(makeCues([10, 11, 9]));
  });

  test('that are a little too long are spoken once, slightly faster', async () => {
    const { lines, spoken, mending } = await makeFit({}, [13, 10]);
    expect(spoken).toHaveLength(2);
    expect(mending).toEqual([]);
    expect(lines[0]?.speed).toBeCloseTo((13 * 0.4) / 4.95, 1);
    expect(lines[0]?.excessSeconds).toBe(0);
    expect(lines[0]?.seconds).toBeCloseTo(13 * 0.4, 1);
  });

  test('that are 30 % too long everywhere take one request for shortening and one for each line', async () => {
    const counts = Array.from({ length: 30 }, () => 17);
    const { lines, spoken, mending } = await makeFit({}, counts);
    expect(mending).toHaveLength(1);
    expect(spoken).toHaveLength(counts.length);
    expect(lines.every(({ excessSeconds }) => excessSeconds === 0)).toBe(true);
    expect(lines[7]).toMatchObject({ before: say(17), text: say(11) });
  });

  test('that turn out too long when spoken are shortened by the measured duration, and only they are spoken again', async () => {
    const { lines, spoken, mending } = await makeFit({ secondsPerWord: 0.5 }, [12, 8, 12, 8]);
    expect(
      mending.map(request =>
        request.lines.map(({ startSeconds, available }) => [startSeconds, available.count]),
      ),
    ).toEqual([
      [
        [0, 9],
        [10, 9],
      ],
    ]);
    expect(spoken).toHaveLength(6);
    expect(lines.every(({ excessSeconds }) => excessSeconds === 0)).toBe(true);
  });

  test('that were spoken before are spoken again only if their words changed', async () => {
    const known = [
      { index: 0, seconds: 4 },
      { index: 1, seconds: 9 },
    ];
    const { lines, spoken } = await makeFit({}, [10, 20, 10], { lines: [], known });
    expect(spoken).toEqual([say(10)]);
    expect(lines.map(({ index }) => index)).toEqual([1]);
  });

  test('that alone are requested cost one request each', async () => {
    const { lines, spoken, mending } = await makeFit({}, [10, 25, 10], { lines: [1], shortens: false });
    expect([spoken.length, mending.length]).toEqual([1, 0]);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.excessSeconds).toBeGreaterThan(3);
  });

  test('that are locked keep their words', async () => {
    const { lines, mending } = await makeFit({}, [30, 30], { locked: [0] });
    expect(mending.flatMap(request => request.lines.map(({ startSeconds }) => startSeconds))).toEqual([5]);
    expect(lines[0]).toMatchObject({ text: say(30), before: undefined, speed: 1.15 });
    expect(lines[0]?.excessSeconds).toBeGreaterThan(0);
    expect(lines[1]?.excessSeconds).toBe(0);
  });
});

describe('lines of their own', () => {
  test('are spoken by their voice in their manner, and the others by the main one', async () => {
    const asked: unknown[] = [];
    const { engines } = createEngines({});
    const speech: SpeechEngine = {
      ...engines.speech,
      speak: request => {
        asked.push([request.text, request.voice, request.manner]);
        return engines.speech.speak(request);
      },
    };
    const main = { speech: engines.speech, voice: 'nova' } as const;
    const own = { ...main, speech, voice: { id: 'old-man' }, manner: 'calm' } as const;
    const { lines } = await makeFit({}, [6, 7, 8], { getSpeaker: index => (index === 1 ? own : main) });
    expect(asked).toEqual([[say(7), { id: 'old-man' }, 'calm']]);
    expect(lines.map(({ seconds }) => seconds)).toEqual([2.4, 2.8, 3.2].map(each => expect.closeTo(each, 1)));
  });

  test('at a slow pace, or with pauses, have less time and are shortened', async () => {
    const cues = [...makeCues([11, 11, 11])];
    const slow = cues.map((cue, at) => ({ ...cue, ...(at === 1 && { pace: 0.7, pauseAfterMs: 300 }) }));
    const { lines } = await makeFit({}, [11, 11, 11], { cues: slow });
    expect(lines.map(({ before }) => before !== undefined)).toEqual([false, true, false]);
    expect((lines[1]?.seconds ?? 9) / 0.7).toBeLessThan(4.7 * 1.15);
  });

  test('that have no times all fit, and are never shortened', async () => {
    const { lines, mending } = await makeFit({}, [100, 7, 200], { durationSeconds: undefined });
    expect(lines.map(({ speed, excessSeconds }) => [speed, excessSeconds])).toEqual(lines.map(() => [1, 0]));
    expect(lines).toHaveLength(3);
    expect(mending).toEqual([]);
  });
});

describe('a script engine', () => {
  test.each([
    ['answers prose', () => 'Of course! Here are shorter lines.'],
    ['answers JSON', () => '{"lines": [{"time": "0:00", "text": "Short."}]}'],
    ['answers nothing', () => ''],
    [
      'writes longer lines',
      ({ lines }: ShortenRequest) =>
        printTimedScript(lines.map(line => ({ ...line, text: `${line.text} and more` }))),
    ],
    [
      'writes another language',
      ({ lines }: ShortenRequest) =>
        printTimedScript(
          lines.map(line => ({ ...line, text: 'Ein kleiner Hund läuft über die grüne Wiese zum Haus.' })),
        ),
    ],
    [
      'fails',
      () => {
        throw new CodedError('provider_unavailable');
      },
    ],
  ] as const)('that %s leaves the lines unchanged, each spoken once and reported', async (_what, shorten) => {
    const { lines, spoken, fitted, failure } = await makeFit({ shorten }, [25, 25, 10]);
    expect(failure).toBeUndefined();
    expect(spoken).toHaveLength(3);
    expect(lines.map(({ excessSeconds }) => excessSeconds > 0)).toEqual([true, true, false]);
    expect(fitted).toEqual(makeCues([25, 25, 10]));
  });

  test('whose lines are out of order or repeated is read by the times', async () => {
    const shorten = () =>
      '[0:05] A dog runs.\n[0:00] A fox looks up.\n[0:05] Something else entirely is here.';
    const { lines } = await makeFit({ shorten }, [25, 25]);
    expect(lines.map(({ text }) => text)).toEqual(['A fox looks up.', 'A dog runs.']);
  });

  test('is asked at most twice for a line', async () => {
    const dropOne = ({ lines }: ShortenRequest) =>
      printTimedScript(lines.map(line => ({ ...line, text: line.text.split(' ').slice(0, -1).join(' ') })));
    const { lines, spoken, mending } = await makeFit({ shorten: dropOne }, [40]);
    expect([mending.length, spoken.length]).toEqual([2, 2]);
    expect(lines[0]).toMatchObject({ text: say(38), before: say(40) });
    expect(lines[0]?.excessSeconds).toBeGreaterThan(0);
  });
});

describe('a line that cannot be spoken', () => {
  test.each(['♪♪', '…', '😀👍', 'Привет'])(
    'is silent and reported, and the others are spoken: %s',
    async text => {
      const cues = placeEach(['One.', text, 'Two.']);
      const { lines, spoken, failure } = await makeFit({}, [], { cues, durationSeconds: 15 });
      expect(failure).toBeUndefined();
      expect(spoken).toEqual(['One.', 'Two.']);
      expect(lines.map(({ unspoken, seconds }) => [unspoken, seconds > 0])).toEqual([
        [undefined, true],
        [text, false],
        [undefined, true],
      ]);
    },
  );

  test('fails only if no other line was spoken before', async () => {
    const cues = placeEach(['One.', '♪♪']);
    const known = [{ index: 0, seconds: 1 }];
    const added = await makeFit({}, [], { cues, durationSeconds: 15, lines: [1], known });
    expect(added.lines).toMatchObject([{ index: 1, unspoken: '♪♪' }]);
    const alone = await makeFit({}, [], { cues, durationSeconds: 15, lines: [1] });
    expect(alone).toMatchObject({ lines: [], failure: { code: 'unspeakable_script' } });
  });
});

test('lines spoken before a voice fails are returned, followed by the error', async () => {
  const { lines, failure, fitted } = await makeFit(
    { diesAt: 41 },
    Array.from({ length: 100 }, () => 8),
    { shortens: false },
  );
  expect(lines).toHaveLength(40);
  expect(failure).toMatchObject({ code: 'provider_unavailable' });
  expect(fitted).toBeUndefined();
});

test('lines already spoken are returned unchanged if the voice fails while speaking the shortened ones', async () => {
  const { lines, failure } = await makeFit({ secondsPerWord: 0.6, diesAt: 3 }, [12, 12]);
  expect(lines.map(({ text }) => text)).toEqual([say(12), say(12)]);
  expect(failure).toMatchObject({ code: 'provider_unavailable' });
});

test('a line of 1,900 letters in a second is reported, and the next one is unaffected', async () => {
  const cues = [
    { startSeconds: 0, text: say(280) },
    { startSeconds: 1, text: say(5) },
  ];
  const { lines } = await makeFit({ shorten: () => '' }, [], { cues, durationSeconds: 6 });
  expect(lines.map(({ excessSeconds }) => excessSeconds > 0)).toEqual([true, false]);
});
