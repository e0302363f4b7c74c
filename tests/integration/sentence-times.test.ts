// @module-tag long
import { afterAll, expect, test } from 'vitest';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import type { SpeechEngine } from '#engines/ports.ts';
import { readPlain } from '#media/mp3/decode-mp3.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { collectSound, trimSilence } from '#media/sound/line-sound.ts';
import { convertLinesToVoice, convertToVoice } from '#narration/convert-to-voice.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { SpeechPart } from '#shared/speech.ts';
import { decode } from '../support/decode-sound.ts';
import { findInSound } from '../support/find-in-sound.ts';
import { sentences } from '../support/sentences.ts';
import { describeRows } from '../support/test-rows.ts';

const never = new AbortController().signal;
const speech = createOfflineSpeech();
afterAll(() => speech.close());

/** Ten languages in at least five scripts. */
const reported = [
  'English',
  'German',
  'Finnish',
  'Portuguese',
  'Russian',
  'Greek',
  'Arabic',
  'Hindi',
  'Japanese',
  'Chinese',
] as const satisfies readonly LanguageName[];

interface Spoken {
  readonly cues: readonly SpokenCue[];
  readonly seconds: number;
  readonly mp3: AsyncIterable<Uint8Array>;
}

async function collect(parts: AsyncIterable<SpeechPart>): Promise<Spoken> {
  const cues: SpokenCue[] = [];
  const bytes: Uint8Array[] = [];
  let seconds = Number.NaN;
  for await (const part of parts) {
    if ('mp3' in part) bytes.push(part.mp3);
    else if ('cue' in part) cues.push(part.cue);
    else if ('seconds' in part) seconds = part.seconds;
  }
  return {
    cues,
    seconds,
    mp3: (async function* () {
      yield* bytes;
    })(),
  };
}

/** Speech of the offline engine, which is deterministic. */
async function speakAlone(text: string, name: LanguageName): Promise<PlainSound> {
  const request = { text, voice: 'nova', language: getLanguage(name), signal: never } as const;
  return trimSilence(await collectSound(readPlain(await speech.speak(request), never)));
}

/** Speaks offline but answers as a provider: an mp3 with room noise, without times. */
const provider: SpeechEngine = {
  ...speech,
  maxCharacters: 4096,
  async speak(request) {
    const sound = await speech.speak(request);
    async function* addNoise() {
      for await (const { samples, sampleRateHz } of readPlain(sound, request.signal))
        yield { sampleRateHz, samples: samples.map((sample, at) => sample + 0.001 * Math.sin(at * at)) };
    }
    return { format: 'mp3', bytes: encodeMp3(addNoise()) };
  },
};

describeRows(reported, name => name === 'English')('in %s', name => {
  const script = [...sentences[name], ...sentences[name].toReversed()].join(' ');

  test('each sentence is heard at its reported time, to 20 ms', async () => {
    const { cues, mp3, seconds } = await collect(
      await convertToVoice(speech, { script, voice: 'nova', language: name, reportsCues: true }, never),
    );
    const { samples, sampleRateHz } = await decode(mp3);
    expect(cues.map(({ text }) => text)).toEqual([...sentences[name], ...sentences[name].toReversed()]);
    expect(Math.abs(seconds - samples.length / sampleRateHz)).toBeLessThan(0.1);
    for (const { text, startSeconds, endSeconds } of cues) {
      const alone = await speakAlone(text, name);
      const place = { aroundSeconds: startSeconds, reachSeconds: 0.3, sampleRateHz };
      const found = findInSound(samples, alone.samples, place);
      expect(found.likeness).toBeGreaterThan(0.8);
      expect(Math.abs(found.seconds - startSeconds)).toBeLessThanOrEqual(0.02);
      expect(
        Math.abs(found.seconds + alone.samples.length / alone.sampleRateHz - endSeconds),
      ).toBeLessThanOrEqual(0.02);
    }
  });

  test('without times from the provider, sentences are found between pauses', async () => {
    const request = { script, voice: 'nova', language: name, reportsCues: true } as const;
    const known = await collect(await convertToVoice(speech, request, never));
    const found = await collect(await convertToVoice(provider, request, never));
    expect(found.cues.map(({ text }) => text)).toEqual(known.cues.map(({ text }) => text));
    const errors = found.cues.map((cue, index) =>
      Math.abs(cue.startSeconds - (known.cues[index]?.startSeconds ?? Number.NaN)),
    );
    expect(Math.max(...errors)).toBeLessThan(0.1);
  });

  test('each line of a timed script is heard at its time, to 20 ms, in a sound as long as the video', async () => {
    const lines = sentences[name].map((text, index) => ({ startSeconds: 1.5 + index * 20.25, text }));
    const { cues, mp3, seconds } = await collect(
      await convertLinesToVoice(
        {
          lines: lines.map(line => ({ ...line, speaker: { speech: provider, voice: 'nova' } })),
          language: name,
          durationSeconds: 59,
        },
        never,
      ),
    );
    const { samples, sampleRateHz } = await decode(mp3);
    expect(seconds).toBe(59);
    expect(Math.abs(samples.length / sampleRateHz - 59)).toBeLessThan(0.1);
    expect(cues.length).toBe(lines.length);
    for (const [index, { startSeconds, text }] of lines.entries()) {
      const alone = await speakAlone(text, name);
      const place = { aroundSeconds: startSeconds, reachSeconds: 0.3, sampleRateHz };
      const found = findInSound(samples, alone.samples, place);
      expect(found.likeness).toBeGreaterThan(0.8);
      expect(Math.abs(found.seconds - startSeconds)).toBeLessThanOrEqual(0.02);
      expect(cues[index]).toMatchObject({ text, startSeconds: expect.closeTo(startSeconds, 2) });
    }
  });
});
