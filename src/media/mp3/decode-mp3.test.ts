import { expect, test } from 'vitest';
import type { PlainSound } from '../sound/channels.ts';
import { collectSound } from '../sound/line-sound.ts';
import { decodeMp3, decodeSection, findSection, indexMp3 } from './decode-mp3.ts';
import { encodeMp3 } from './encode-mp3.ts';

/** A tone that rises for 20 s, so that no part of it sounds like another. */
async function makeRecording(sampleRateHz: number): Promise<{ mp3: Blob; whole: PlainSound }> {
  async function* rise(): AsyncGenerator<PlainSound> {
    const samples = Float32Array.from({ length: 20 * sampleRateHz }, (_, at) => {
      const seconds = at / sampleRateHz;
      return 0.4 * Math.sin(2 * Math.PI * (200 + 20 * seconds) * seconds);
    });
    yield { sampleRateHz, samples };
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const bytes of encodeMp3(rise())) pieces.push(Uint8Array.from(bytes));
  const mp3 = new Blob(pieces);
  return { mp3, whole: await collectSound(decodeMp3(mp3.stream())) };
}

async function decodePart(mp3: Blob, fromSeconds: number, toSeconds?: number): Promise<PlainSound> {
  const section = findSection(await indexMp3(mp3.stream()), fromSeconds, toSeconds);
  const bytes = new Uint8Array(await mp3.slice(section.fromByte, section.toByte).arrayBuffer());
  return decodeSection(bytes, section);
}

test.each([
  { sampleRateHz: 24_000, span: [7, 8.5] },
  { sampleRateHz: 44_100, span: [13.37, 13.9] },
  { sampleRateHz: 24_000, span: [0, 0.4] },
] as const)('a part of a recording is decoded alone, to the sample: %o', async ({ sampleRateHz, span }) => {
  const { mp3, whole } = await makeRecording(sampleRateHz);
  const [fromSeconds, toSeconds] = span;
  const from = Math.round(fromSeconds * sampleRateHz);
  const { samples } = await decodePart(mp3, fromSeconds, toSeconds);
  expect(samples.length).toBe(Math.round(toSeconds * sampleRateHz) - from);
  const furthest = samples.reduce(
    (most, sample, at) => Math.max(most, Math.abs(sample - (whole.samples[from + at] as number))),
    0,
  );
  expect(furthest).toBeLessThan(0.001);
});

test('without an end, a part reaches to the end of the recording', async () => {
  const { mp3 } = await makeRecording(24_000);
  const { samples, sampleRateHz } = await decodePart(mp3, 19);
  expect(samples.length / sampleRateHz).toBeGreaterThan(0.99);
  expect(samples.length / sampleRateHz).toBeLessThan(1.1);
});

test('what is no mp3 is refused', async () => {
  await expect(indexMp3(new Blob(['no sound']).stream())).rejects.toMatchObject({ code: 'provider_garbage' });
});
