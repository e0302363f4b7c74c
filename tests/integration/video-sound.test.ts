import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BufferSource } from 'mediabunny';
import { expect, test } from 'vitest';
import { openVideo } from '#media/container/open-video.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { decodeVideoSound, type SoundPiece } from '#media/sound/decode-video-sound.ts';
import { CodedError } from '#shared/errors.ts';
import { makeClip } from '../support/make-clip.ts';
import { computeLevel } from '../support/measure-sound.ts';

const limits = { maxSeconds: 60 };
const never = new AbortController().signal;

/** Pitch in Hz: upward zero crossings a second. */
function measurePitchHz(pieces: readonly SoundPiece[]): number {
  const samples = pieces.flatMap(piece => [...piece.samples]);
  const rises = samples.filter((sample, at) => sample >= 0 && (samples[at - 1] ?? 0) < 0).length;
  return (rises * (pieces[0]?.sampleRateHz ?? 0)) / samples.length;
}

test.each([
  { name: 'turned-phone.mp4', coded: 'AAC', seconds: 6, pitchHz: 330 },
  { name: 'fractal.webm', coded: 'Opus', seconds: 5, pitchHz: 440 },
  { name: 'life.mkv', coded: 'Vorbis', seconds: 6, pitchHz: 220 },
])('the sound of $name ($coded) is decoded completely, in small pieces, each at its time', async expected => {
  const video = await openVideoFile(`tests/media/${expected.name}`, limits);
  const pieces = await Array.fromAsync(decodeVideoSound(video, never));
  video.close();
  expect(Math.abs(pieces[0]?.startSeconds ?? 1)).toBeLessThan(0.05);
  for (const [at, piece] of pieces.entries()) {
    const lengthSeconds = piece.samples.length / piece.sampleRateHz;
    expect(lengthSeconds).toBeLessThan(0.25);
    const next = pieces[at + 1];
    if (next) expect(next.startSeconds).toBeCloseTo(piece.startSeconds + lengthSeconds, 2);
  }
  expect(pieces.at(-1)?.startSeconds).toBeGreaterThan(expected.seconds - 0.3);
  expect(Math.abs(measurePitchHz(pieces) - expected.pitchHz)).toBeLessThan(5);
});

test('a video without sound has none', async () => {
  const video = await openVideo(new BufferSource(await makeClip()), limits);
  expect(await Array.fromAsync(decodeVideoSound(video, never))).toEqual([]);
  video.close();
});

test('cancelling ends the decoding', async () => {
  const video = await openVideoFile('tests/media/turned-phone.mp4', limits);
  const controller = new AbortController();
  const heard: SoundPiece[] = [];
  const hear = async () => {
    for await (const piece of decodeVideoSound(video, controller.signal)) {
      heard.push(piece);
      controller.abort();
    }
  };
  await expect(hear()).rejects.toThrow(CodedError);
  expect(heard).toHaveLength(1);
  video.close();
});

const fiveOne = fileURLToPath(new URL('../../../shared/cases/fc51.mp4', import.meta.url));

test.skipIf(!existsSync(fiveOne))(
  'the centre of 5.1 sound is 3 dB softer, as in players (where ../shared/cases is)',
  async () => {
    const video = await openVideoFile(fiveOne, limits);
    const pieces = await Array.fromAsync(decodeVideoSound(video, never));
    video.close();
    const level = computeLevel(Float32Array.from(pieces.flatMap(({ samples }) => [...samples])));
    // FFmpeg measures -21.4 dB in the centre alone.
    expect(20 * Math.log10(level)).toBeCloseTo(-24.4, 0);
  },
);
