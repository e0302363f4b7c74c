import { AudioSample, AudioSampleSource, BufferTarget, Mp4OutputFormat, Output } from 'mediabunny';
import { expect, test } from 'vitest';
import { soundFileMessages } from '#shared/messages/sound-file.ts';
import { measureMusic } from '../mix/music.ts';
import { readSoundFile } from './read-sound-file.ts';

const rateHz = 8000;
const tone = Float32Array.from(
  { length: rateHz },
  (_, at) => 0.2 * Math.sin((2 * Math.PI * 440 * at) / rateHz),
);
const { signal } = new AbortController();

interface Stated {
  /** Of the whole file, and of its samples; undefined: as it is. */
  readonly file?: number;
  readonly samples?: number;
  /** Bytes of a chunk before the samples. */
  readonly before?: number;
}

/** A WAV file of one channel, of floats. */
function makeWav(samples: Float32Array, { file, samples: stated, before = 0 }: Stated = {}): Blob {
  const head = new DataView(new ArrayBuffer(44 + (before && 8 + before)));
  const name = (at: number, text: string) =>
    new Uint8Array(head.buffer).set(new TextEncoder().encode(text), at);
  const put = (at: number, bytes: 2 | 4, value: number) =>
    bytes === 2 ? head.setUint16(at, value, true) : head.setUint32(at, value, true);
  name(0, 'RIFF');
  put(4, 4, file ?? head.byteLength - 8 + samples.byteLength);
  name(8, 'WAVEfmt ');
  put(16, 4, 16);
  put(20, 2, 3);
  put(22, 2, 1);
  put(24, 4, rateHz);
  put(28, 4, 4 * rateHz);
  put(32, 2, 4);
  put(34, 2, 32);
  if (before > 0) {
    name(36, 'LIST');
    put(40, 4, before);
  }
  const data = head.byteLength - 8;
  name(data, 'data');
  put(data + 4, 4, stated ?? samples.byteLength);
  return new Blob([head, Uint8Array.from(new Uint8Array(samples.buffer))]);
}

const measure = (file: Blob) => measureMusic(readSoundFile(file, signal));

test.each<[string, Stated]>([
  ['no sizes', { file: 0, samples: 0 }],
  ['no size of its samples', { samples: 0 }],
  ['no size of the file', { file: 0 }],
  ['the sizes that FFmpeg writes to a pipe', { file: 0xffff_ffff, samples: 0xffff_ffff }],
  ['the sizes that other programs write to a pipe', { file: 0x7fff_ffff, samples: 0x7fff_ffdb }],
  ['no sizes, behind a long note', { file: 0, samples: 0, before: 5000 }],
])('a WAV file with %s is read to its end', async (_, stated) => {
  const whole = await measure(makeWav(tone));
  expect(whole.seconds).toBe(1);
  expect(await measure(makeWav(tone, stated))).toEqual(whole);
});

test('damaged samples are silent, and the others are heard', async () => {
  const damaged = tone.slice();
  damaged.set([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], 4000);
  const { lufs, energies } = await measure(makeWav(damaged));
  expect(lufs).toBeCloseTo((await measure(makeWav(tone))).lufs, 0);
  expect(energies.every(Number.isFinite)).toBe(true);
});

test('silence, a head alone and what is no sound are told apart', async () => {
  const refuse = (file: Blob, { key }: { readonly key: string }) =>
    expect(measure(file)).rejects.toMatchObject({ filled: { key } });
  await refuse(makeWav(new Float32Array(rateHz)), soundFileMessages.silent);
  await refuse(makeWav(new Float32Array(0), { samples: 0 }), soundFileMessages.silent);
  await refuse(makeWav(tone).slice(0, 30), soundFileMessages.unreadable);
  await refuse(new Blob(['The fox looks up.']), soundFileMessages.unreadable);
});

test('Apple Lossless is called so: its files are named as those of AAC', async () => {
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
  const source = new AudioSampleSource({ codec: 'pcm-s16' });
  output.addAudioTrack(source);
  await output.start();
  const form = { format: 'f32', numberOfChannels: 1, sampleRate: rateHz, timestamp: 0 } as const;
  await source.add(new AudioSample({ ...form, data: tone }));
  await output.finalize();
  const bytes = Buffer.from(output.target.buffer ?? new ArrayBuffer());
  bytes.write('alac', bytes.indexOf('ipcm'), 'latin1');
  await expect(measure(new Blob([bytes]))).rejects.toMatchObject({
    filled: { key: soundFileMessages.codec.key, values: { codec: 'Apple Lossless' } },
  });
});
