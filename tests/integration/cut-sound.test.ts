import '#media/node/open-video-file.ts';
import { ALL_FORMATS, AudioSampleSink, BufferSource, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import { openVideo } from '#media/container/open-video.ts';
import { cutSound, type SoundPart } from '#media/speech/cut-sound.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { decode } from '../support/decode-sound.ts';
import { makeClip } from '../support/make-clip.ts';
import { type ClipSound, makeSoundingClip } from '../support/make-sounding-clip.ts';
import { makeSpokenClip } from '../support/make-spoken-clip.ts';
import { computeLevel } from '../support/measure-sound.ts';

const never = new AbortController().signal;
const rateHz = 16_000;

async function cut(bytes: Uint8Array<ArrayBuffer>, maxSeconds: number): Promise<SoundPart[]> {
  const video = await openVideo(new BufferSource(bytes), { maxSeconds: 3600 });
  try {
    return await Array.fromAsync(cutSound(video, { maxSeconds, signal: never }));
  } finally {
    video.close();
  }
}

async function cutClip(sound: ClipSound, maxSeconds: number, seconds = sound.seconds): Promise<SoundPart[]> {
  return cut(await makeSoundingClip({ container: 'mkv', seconds, sounds: [sound] }), maxSeconds);
}

async function* once(mp3: Uint8Array): AsyncGenerator<Uint8Array> {
  yield mp3;
}

const decodeByMpg123 = async ({ mp3 }: SoundPart) => (await decode(once(mp3))).samples;

async function decodeByFfmpeg({ mp3 }: SoundPart): Promise<Float32Array> {
  using input = new Input({ source: new BufferSource(mp3), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('The mp3 has no sound.');
  const pieces: Float32Array[] = [];
  for await (const sample of new AudioSampleSink(track).samples()) {
    using open = sample;
    expect(open).toMatchObject({ numberOfChannels: 1, sampleRate: rateHz });
    const piece = new Float32Array(open.numberOfFrames);
    open.copyTo(piece, { planeIndex: 0, format: 'f32-planar' });
    pieces.push(piece);
  }
  return joinArrays(Float32Array, pieces);
}

/** A click of 2 kHz in the middle of each second. */
function click(seconds: number): number {
  const since = (seconds % 1) - 0.5;
  return since >= 0 && since < 0.005 ? 0.8 * Math.sin(2 * Math.PI * 2000 * since) : 0;
}

/** In seconds of the video. */
async function findClicks(parts: readonly SoundPart[], decodePart = decodeByMpg123): Promise<number[]> {
  const found: number[] = [];
  for (const part of parts)
    for (const [at, sample] of (await decodePart(part)).entries()) {
      const seconds = part.startSeconds + at / rateHz;
      if (Math.abs(sample) > 0.2 && seconds - (found.at(-1) ?? -1) > 0.1) found.push(seconds);
    }
  return found;
}

function expectClicks(found: readonly number[], first: number, last: number): void {
  expect(found.map(seconds => Math.floor(seconds))).toEqual(
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  for (const seconds of found) expect(Math.abs((seconds % 1) - 0.5)).toBeLessThan(0.01);
}

function expectParts(parts: readonly SoundPart[], seconds: number, maxSeconds: number): void {
  let end = 0;
  for (const { startSeconds, durationSeconds, mp3 } of parts) {
    expect(startSeconds).toBeCloseTo(end, 6);
    expect(durationSeconds).toBeLessThanOrEqual(maxSeconds);
    // 32 kbit/s, and the decoder's delay.
    expect(mp3.length).toBeLessThan((durationSeconds + 0.2) * 4000);
    end = startSeconds + durationSeconds;
  }
  expect(end).toBeCloseTo(seconds, 1);
}

test.each([
  { codec: 'pcm-s16', sampleRateHz: 44_100, channelCount: 1 },
  { codec: 'pcm-s16', sampleRateHz: 8000, channelCount: 2 },
  { codec: 'opus', sampleRateHz: 48_000, channelCount: 2 },
  { codec: 'pcm-s16', sampleRateHz: 48_000, channelCount: 6 },
] as const)(
  'sound of any form comes in parts whose times are exact in any decoder: $codec, $sampleRateHz Hz, $channelCount channels',
  async form => {
    const parts = await cutClip({ ...form, seconds: 21, sample: click }, 6);
    expectParts(parts, 21, 6);
    expect(parts.length).toBeGreaterThan(3);
    expectClicks(await findClicks(parts), 0, 20);
    expectClicks(await findClicks(parts, decodeByFfmpeg), 0, 20);
  },
);

test('sound that starts late and ends early keeps its times', async () => {
  const sound = { codec: 'pcm-s16', startSeconds: 4, seconds: 10, sample: click } as const;
  const parts = await cutClip(sound, 6, 30);
  expectParts(parts, 14, 6);
  expectClicks(await findClicks(parts), 4, 13);
});

test('sound after the last picture is left out', async () => {
  const sound = { codec: 'aac', seconds: 10, sample: click } as const;
  expectParts(await cut(await makeSoundingClip({ seconds: 6, sounds: [sound] }), 60), 6, 60);
});

test('damaged sound becomes silence, and what follows keeps its times', async () => {
  const samples = Float32Array.from({ length: 20 * 48_000 }, (_, at) => click(at / 48_000));
  const scene = { samples, sampleRateHz: 48_000, speech: [] };
  const bytes = await makeSpokenClip(scene, { damage: { startSeconds: 4, endSeconds: 9 } });
  const found = await findClicks(await cut(bytes, 6));
  // A frame of AAC is that long, and damage may take the one after it with it.
  for (const seconds of found) expect(Math.abs((seconds % 1) - 0.5)).toBeLessThan(0.05);
  const after = found.filter(seconds => seconds > 10).map(seconds => Math.floor(seconds));
  expect(after).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
});

test('a part ends in a pause, not within a word', async () => {
  // Words of 0.7 s, and pauses of 0.35 s.
  const word = (seconds: number) => (seconds % 1.05 < 0.7 ? 0.3 * Math.sin(2 * Math.PI * 300 * seconds) : 0);
  const parts = await cutClip({ codec: 'pcm-s16', seconds: 60, sample: word }, 8);
  expectParts(parts, 60, 8);
  for (const { startSeconds } of parts.slice(1)) expect(startSeconds % 1.05).toBeGreaterThan(0.75);
});

test('without any pause parts are cut all the same, and no sound is lost', async () => {
  const hum = (seconds: number) => 0.3 * Math.sin(2 * Math.PI * 300 * seconds);
  const parts = await cutClip({ codec: 'pcm-s16', seconds: 20, sample: hum }, 6);
  expectParts(parts, 20, 6);
  for (const part of parts)
    expect(computeLevel((await decodeByMpg123(part)).subarray(rateHz))).toBeGreaterThan(0.15);
});

test('a video without sound has no part', async () => {
  expect(await cut(await makeClip(), 60)).toEqual([]);
});

test('progress is reported, and waited for', async () => {
  const sound = { codec: 'pcm-s16', seconds: 10, sample: click } as const;
  const bytes = await makeSoundingClip({ container: 'mkv', seconds: 10, sounds: [sound] });
  const video = await openVideo(new BufferSource(bytes), { maxSeconds: 3600 });
  const reached: number[] = [];
  let isWaitedFor = true;
  let isResting = false;
  const noteProgress = async (seconds: number) => {
    if (isResting) isWaitedFor = false;
    isResting = true;
    await Promise.resolve();
    isResting = false;
    reached.push(seconds);
  };
  await Array.fromAsync(cutSound(video, { maxSeconds: 4, signal: never, noteProgress }));
  video.close();
  expect(isWaitedFor).toBe(true);
  expect(reached).toEqual(reached.toSorted((one, other) => one - other));
  expect(reached.at(-1)).toBeCloseTo(10, 1);
});

test('cancelling ends the work', async () => {
  const sound = { codec: 'pcm-s16', seconds: 10, sample: click } as const;
  const bytes = await makeSoundingClip({ container: 'mkv', seconds: 10, sounds: [sound] });
  const video = await openVideo(new BufferSource(bytes), { maxSeconds: 3600 });
  const controller = new AbortController();
  const noteProgress = () => controller.abort();
  const parts = Array.fromAsync(cutSound(video, { maxSeconds: 4, signal: controller.signal, noteProgress }));
  await expect(parts).rejects.toMatchObject({ code: 'client_closed' });
  video.close();
});
