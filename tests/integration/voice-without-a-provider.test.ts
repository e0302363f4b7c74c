import { MPEGDecoder } from 'mpg123-decoder';
import { afterAll, describe, expect, it } from 'vitest';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { takeMp3 } from '#shared/speech.ts';
import { standardVoices } from '#shared/voices.ts';
import { computeLevel, computePeak } from '../support/measure-sound.ts';
import { sentences } from '../support/sentences.ts';
import { testRows } from '../support/test-rows.ts';

const speech = createOfflineSpeech();
afterAll(() => speech.close());

const never = new AbortController().signal;

async function decode(
  mp3: AsyncIterable<Uint8Array>,
): Promise<{ samples: Float32Array; sampleRateHz: number }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of mp3) pieces.push(piece);
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate, errors } = decoder.decode(Buffer.concat(pieces));
  decoder.free();
  expect(errors).toEqual([]);
  return { samples: channelData[0] ?? new Float32Array(), sampleRateHz: sampleRate };
}

async function computeSpokenSeconds(script: string, name: LanguageName): Promise<number> {
  const request = { text: script, voice: 'alloy', language: getLanguage(name), signal: never } as const;
  const sound = await speech.speak(request);
  if (sound.format !== 'pcm') throw new TypeError('Offline speech gives plain samples.');
  let count = 0;
  for await (const samples of sound.samples) count += samples.length;
  return count / sound.sampleRateHz;
}

describe('a script becomes an mp3 without any provider', () => {
  testRows(['English', 'Japanese', 'Thai', 'Tagalog'], name => name === 'English')(
    'in %s, as long as its speech',
    async name => {
      const script = sentences[name].join('\n\n');
      const mp3 = await decode(takeMp3(await convertToVoice(speech, { script, voice: 'alloy' }, never)));
      const seconds = await computeSpokenSeconds(script, name);
      // A player without the information frame also plays the coder's padding: two frames at the start, one at the end.
      expect(mp3.samples.length / mp3.sampleRateHz - seconds).toBeGreaterThanOrEqual(0);
      expect(mp3.samples.length / mp3.sampleRateHz - seconds).toBeLessThan(0.08);
      expect(computeLevel(mp3.samples)).toBeGreaterThan(0.05);
      expect(computePeak(mp3.samples)).toBeLessThan(1);
    },
  );

  it('for five people at once, each with another voice', { tags: 'long' }, async () => {
    const script = sentences.English.join(' ');
    const together = await Promise.all(
      standardVoices.map(async voice =>
        decode(takeMp3(await convertToVoice(speech, { script, voice }, never))),
      ),
    );
    expect(new Set(together.map(({ samples }) => computeLevel(samples))).size).toBe(standardVoices.length);
    for (const [index, voice] of standardVoices.entries()) {
      const alone = await decode(takeMp3(await convertToVoice(speech, { script, voice }, never)));
      expect(together[index]?.samples).toEqual(alone.samples);
    }
  });

  it('or fails before the first byte with the reason', async () => {
    await expect(convertToVoice(speech, { script: '🎬🎬🎬', voice: 'nova' }, never)).rejects.toMatchObject({
      code: 'unspeakable_script',
    });
  });
});
