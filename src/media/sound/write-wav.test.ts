import { ALL_FORMATS, AudioSampleSink, BlobSource, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import { collectWav, streamWav, writeWav } from './write-wav.ts';

const sampleRateHz = 22_050;
const samples = Float32Array.from({ length: 12_345 }, (_, index) => 0.9 * Math.sin(index / 30));

async function* inPieces() {
  for (let at = 0; at < samples.length; at += 1000)
    yield { sampleRateHz, samples: samples.slice(at, at + 1000) };
}

async function read(wav: Blob) {
  using input = new Input({ formats: ALL_FORMATS, source: new BlobSource(wav) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('No sound was found.');
  const read: number[] = [];
  for await (const sample of new AudioSampleSink(track).samples()) {
    const plane = new Float32Array(sample.numberOfFrames);
    sample.copyTo(plane, { planeIndex: 0, format: 'f32-planar' });
    read.push(...plane);
    sample.close();
  }
  return {
    read,
    rateHz: track.sampleRate,
    channels: track.numberOfChannels,
    mime: await input.getMimeType(),
  };
}

test('a WAV file decodes to the samples that were written', async () => {
  const { read: found, ...facts } = await read(new Blob([writeWav({ sampleRateHz, samples })]));
  expect(facts).toMatchObject({ rateHz: sampleRateHz, channels: 1 });
  expect(facts.mime).toContain('audio/wav');
  expect(found).toHaveLength(samples.length);
  const worst = Math.max(...found.map((sample, index) => Math.abs(sample - (samples[index] ?? 9))));
  expect(worst).toBeLessThan(1.5 / 32_768);
});

test('a WAV file written in pieces is the same', async () => {
  const whole = new Blob([writeWav({ sampleRateHz, samples })]);
  const pieces = new Blob(await collectWav(inPieces()));
  expect(Buffer.from(await pieces.arrayBuffer()).equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
});

test('so is one whose head is written last', async () => {
  const whole = Buffer.from(writeWav({ sampleRateHz, samples }));
  const file = Buffer.alloc(whole.length);
  for await (const { data, position } of streamWav(inPieces())) file.set(data, position);
  expect(file.equals(whole)).toBe(true);
});

test('samples beyond full scale are clipped', async () => {
  const { read: found } = await read(
    new Blob([writeWav({ sampleRateHz, samples: Float32Array.of(1.5, -1.5, 0) })]),
  );
  expect(found.map(sample => Math.round(sample))).toEqual([1, -1, 0]);
});
