import { describe, expect, test } from 'vitest';
import type { SpeechEngine, SpeechRequest } from '#engines/ports.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { collectSound, getSeconds } from '#media/sound/line-sound.ts';
import type { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { type SpeechPart, takeMp3 } from '#shared/speech.ts';
import { convertLinesToVoice, convertToVoice } from './convert-to-voice.ts';
import { countSaid, speakLine } from './speak-line.ts';

const { signal } = new AbortController();
const sampleRateHz = 16_000;
const pronunciations = [
  { term: 'Benshi', say: 'ben-shee' },
  { term: 'Kyō', say: '/kjoː/' },
];

/** Speaks a letter in a tenth of a second, and knows when it spoke the whole. */
function createEngine(changes: Partial<SpeechEngine> = {}) {
  const asked: SpeechRequest[] = [];
  const speech: SpeechEngine = {
    provider: { name: 'a.example', isOffline: false },
    model: 'voice',
    identity: 'voice',
    hasPremiumVoices: false,
    maxCharacters: 1000,
    getLanguageSupport: () => ({ kind: 'spoken' }),
    getSpeaker: voice => voice,
    async speak(request) {
      asked.push(request);
      const { text } = request;
      const cues: SpokenCue[] = [];
      const samples = Float32Array.from({ length: (text.length * sampleRateHz) / 10 }, (_, at) =>
        Math.sin(at / 9),
      );
      async function* give() {
        yield samples;
        cues.push({ text, startSeconds: 0, endSeconds: text.length / 10 });
      }
      return { format: 'pcm', sampleRateHz, samples: give(), cues };
    },
    ...changes,
  };
  return { speech, asked };
}

const listCues = (parts: readonly SpeechPart[]) => parts.flatMap(part => ('cue' in part ? [part.cue] : []));

describe('a line whose sound', () => {
  const line = {
    text: 'The tea is ready for you all.',
    voice: 'nova',
    language: getLanguage('English'),
  } as const;
  const speakAs = (sample: (at: number) => number, seconds: number, isOffline = false) => {
    const samples = Float32Array.from({ length: seconds * sampleRateHz }, (_, at) => sample(at));
    const { speech } = createEngine({
      provider: { name: 'a.example', isOffline },
      speak: async () => ({
        format: 'pcm',
        sampleRateHz,
        samples: (async function* () {
          yield samples;
        })(),
      }),
    });
    return speakLine(speech, line, signal);
  };
  const tone = (at: number) => Math.sin(at / 9) / 50;

  test.each<[string, (at: number) => number]>([
    ['is silent', () => 0],
    ['is noise far below a whisper', at => (at % 2) / 1000],
    ['is a click', at => (at === 8000 ? 1 : 0)],
  ])('%s is an error that names it, and no log has its text', async (_, sample) => {
    const error = await speakAs(sample, 2).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'provider_garbage', message: expect.stringContaining(line.text) });
    expect((error as CodedError).loggedMessage).not.toContain('tea');
  });

  test('is soft is spoken', async () => {
    expect(getSeconds((await speakAs(tone, 2)).sound)).toBeCloseTo(2, 1);
  });
});

test('a continuous script that comes as silence is an error', async () => {
  const { speech } = createEngine({
    speak: async () => ({
      format: 'pcm',
      sampleRateHz,
      samples: (async function* () {
        yield new Float32Array(sampleRateHz);
      })(),
    }),
  });
  const request = {
    script: 'The tea is ready.',
    voice: 'nova',
    language: 'English',
    reportsCues: true,
  } as const;
  const parts = await convertToVoice(speech, request, signal);
  await expect(Array.fromAsync(parts)).rejects.toMatchObject({
    code: 'provider_garbage',
    message: expect.stringContaining('The tea is ready.'),
  });
});

describe('pronunciations', () => {
  const script = 'A Benshi in Kyō. The benshi speaks.';

  test('change what is spoken; the times are of the sentences as they are written', async () => {
    const { speech, asked } = createEngine();
    const request = {
      script,
      voice: 'nova',
      language: 'English',
      pronunciations,
      reportsCues: true,
    } as const;
    const parts = await Array.fromAsync(await convertToVoice(speech, request, signal));
    expect(asked[0]?.text).toBe('A ben-shee in Kyō. The ben-shee speaks.');
    expect(asked[0]?.ipa ?? []).toEqual([]);
    expect(listCues(parts).map(({ text }) => text)).toEqual(['A Benshi in Kyō.', 'The benshi speaks.']);
    expect(listCues(parts)[1]?.startSeconds).toBeCloseTo(1.7, 0);
  });

  test('in IPA are given to an engine that takes it, for the words of its text', async () => {
    const { speech, asked } = createEngine({ takesIpa: true });
    const lines = ['Nothing here.', 'A benshi in Kyō.'].map(text => ({ text, startSeconds: 0 }));
    const spoken = { lines: lines.map(line => ({ ...line, speaker: { speech, voice: 'nova' as const } })) };
    await Array.fromAsync(
      await convertLinesToVoice({ ...spoken, pronunciations, language: 'English' }, signal),
    );
    expect(asked.map(({ text, ipa }) => [text, ipa])).toEqual([
      ['Nothing here.', undefined],
      ['A ben-shee in Kyō.', [{ term: 'Kyō', ipa: 'kjoː' }]],
    ]);
  });

  test('never make a request longer than the engine takes', async () => {
    const { speech, asked } = createEngine({ maxCharacters: 60 });
    const say = 'a very long way to say so little';
    const text = 'This is AI. And that is AI, too. All of it is about AI, and AI, and AI again.';
    const line = { text, voice: 'nova', language: getLanguage('English') } as const;
    await speakLine(speech, { ...line, pronunciations: [{ term: 'AI', say }] }, signal);
    expect(Math.max(...asked.map(each => each.text.length))).toBeLessThanOrEqual(60);
    expect(asked.map(each => each.text.split(say).length - 1).reduce((sum, count) => sum + count)).toBe(5);
  });

  test('close together do not cut the rest of a text into tiny pieces', async () => {
    const texts: string[] = [];
    const { speech } = createEngine({
      async speak({ text }) {
        texts.push(text);
        return { format: 'pcm', sampleRateHz, samples: (async function* () {})(), cues: [] };
      },
    });
    const say = 'x'.repeat(200);
    const text = `AI ${'AI '.repeat(24)}. ${'The fox looks up from the grass. '.repeat(400)}`;
    const line = { text, voice: 'nova', language: getLanguage('English') } as const;
    await speakLine(speech, { ...line, pronunciations: [{ term: 'AI', say }] }, signal);
    expect(Math.max(...texts.map(each => each.length))).toBeLessThanOrEqual(1000);
    const characters = texts.reduce((sum, each) => sum + each.length, 0);
    expect(characters).toBeGreaterThan(18_000);
    expect(texts.length).toBeLessThan((2 * characters) / 1000);
  });

  test('of two words, cut between two pieces or not, never make a request longer than the engine takes', async () => {
    const { speech, asked } = createEngine({ maxCharacters: 60 });
    const text = 'New York and New York and New York and New York and New York and New York are one city.';
    const line = { text, voice: 'nova', language: getLanguage('English') } as const;
    const say = 'the very big apple of the east';
    await speakLine(speech, { ...line, pronunciations: [{ term: 'New York', say }] }, signal);
    expect(Math.max(...asked.map(each => each.text.length))).toBeLessThanOrEqual(60);
  });

  test('count as they are sent: a respelling by itself, and IPA with its mark where the engine takes it', () => {
    const text = 'A Benshi in Kyō.';
    expect(countSaid(text, {}, pronunciations)).toBe('A ben-shee in Kyō.'.length);
    const marked = 'A ben-shee in <phoneme alphabet="ipa" ph="kjoː">Kyō</phoneme>.';
    expect(countSaid(text, { takesIpa: true }, pronunciations)).toBe(marked.length);
    expect(countSaid(text, {})).toBe(text.length);
  });

  test('of a line in IPA are refused where its marks are sent, before anything is', async () => {
    const { speech, asked } = createEngine({ takesIpa: true });
    const line = { startSeconds: 0, text: 'Kyō '.repeat(300), speaker: { speech, voice: 'nova' as const } };
    const spoken = { lines: [line], pronunciations, language: 'English', durationSeconds: 600 } as const;
    await expect(convertLinesToVoice(spoken, signal)).rejects.toMatchObject({ code: 'too_large' });
    expect(asked).toEqual([]);
  });
});

describe('lines without times', () => {
  test('follow one another with a pause, each with its voice, manner, pace and own pauses', async () => {
    const { speech, asked } = createEngine();
    const own = { pace: 0.5, pauseBeforeMs: 1000, pauseAfterMs: 500 };
    const lines = [
      { text: 'Ten signs.', speaker: { speech, voice: 'nova' } },
      { text: '', speaker: { speech, voice: 'nova' } },
      { text: 'Ten signs!', speaker: { speech, voice: { id: 'old-man' }, manner: 'calm' }, ...own },
      { text: 'Ten signs?', speaker: { speech, voice: 'nova' } },
    ] as const;
    const request = {
      lines: lines.map(line => ({ startSeconds: 0, ...line })),
      language: 'English',
    } as const;
    const parts = await Array.fromAsync(await convertLinesToVoice(request, signal));
    expect(asked.map(({ voice, manner }) => [voice, manner])).toEqual([
      ['nova', undefined],
      [{ id: 'old-man' }, 'calm'],
      ['nova', undefined],
    ]);
    const times = listCues(parts).map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]);
    expect(times.flat()).toEqual([0, 1, 2.4, 4.4, 5.3, 6.3].map(each => expect.closeTo(each, 1)));
    const sound = await collectSound(decodeMp3(takeMp3(yieldAll(parts))));
    expect(getSeconds(sound)).toBeCloseTo(6.3, 0);
  });
});

async function* yieldAll<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}
