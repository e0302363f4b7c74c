import { expect, test } from 'vitest';
import type { PlainSound, RatedSound } from '../sound/channels.ts';
import { computeLufs, createLoudnessMeter, measureVoice } from './measure-loudness.ts';
import { usualMix } from './mix-settings.ts';
import { startMusicMix } from './mix-video-sound.ts';
import {
  createEnvelopeReader,
  type MusicToMix,
  musicDuckDb,
  planBed,
  planEnvelope,
  usualMusicDb,
} from './music.ts';

const rateHz = 48_000;
const voiceHz = 1500;
const musicHz = 300;

function makeTone(hz: number, seconds: number, readGain: (seconds: number) => number): Float32Array {
  return Float32Array.from(
    { length: seconds * rateHz },
    (_, at) => readGain(at / rateHz) * Math.sin((2 * Math.PI * hz * at) / rateHz),
  );
}

/** Half a minute, with something said from 5 to 10 and from 18 to 22 s. */
async function* readVoice(): AsyncGenerator<PlainSound> {
  const isSaid = (seconds: number) => (seconds > 5 && seconds < 10) || (seconds > 18 && seconds < 22);
  yield { sampleRateHz: rateHz, samples: makeTone(voiceHz, 30, at => (isSaid(at) ? 0.05 : 0)) };
}

/** Its loudness is any. */
async function* readMusic(seconds = 40): AsyncGenerator<RatedSound> {
  const samples = makeTone(musicHz, seconds, () => 0.4);
  yield { sampleRateHz: rateHz, channels: [samples, samples.slice()] };
}

async function mixWith(music: Partial<MusicToMix>) {
  const bed = { read: readMusic, fromSeconds: 0, levelDb: usualMusicDb, speech: [], ...music };
  const { sounds, channelCount } = await startMusicMix({ readVoice, mix: usualMix, music: bed });
  expect(channelCount).toBe(2);
  const left: number[] = [];
  const meter = createLoudnessMeter(rateHz, 2);
  for await (const { samples } of sounds) {
    const channels = [0, 1].map(channel => samples.filter((_, at) => at % 2 === channel));
    meter.add(channels);
    for (const sample of channels[0] ?? []) left.push(sample);
  }
  return { left, lufs: computeLufs(meter.energies) ?? 0 };
}

/** The level of a tone in a tenth of a second, in dB (Goertzel). */
function measureDb(samples: readonly number[], hz: number, fromSeconds: number): number {
  const part = samples.slice(fromSeconds * rateHz, (fromSeconds + 0.1) * rateHz);
  const sum = (turn: (angle: number) => number) =>
    part.reduce((total, sample, at) => total + sample * turn((2 * Math.PI * hz * at) / rateHz), 0);
  return 20 * Math.log10((2 * Math.hypot(sum(Math.sin), sum(Math.cos))) / part.length + 1e-9);
}

test('voice and music together have -16 LUFS, and the music is 10 dB lower under the voice', async () => {
  const { left, lufs } = await mixWith({});
  expect(Math.abs(lufs - usualMix.loudnessLufs)).toBeLessThan(0.5);
  const alone = measureDb(left, musicHz, 3);
  const under = measureDb(left, musicHz, 8.5);
  expect(alone - under).toBeCloseTo(musicDuckDb, 0);
  expect(left).toHaveLength(30 * rateHz);
});

test('louder music is counted, too', async () => {
  const { lufs } = await mixWith({ levelDb: -12, fromSeconds: 4, toSeconds: 24 });
  expect(Math.abs(lufs - usualMix.loudnessLufs)).toBeLessThan(0.5);
});

test('the music is lowered under speech of the video, too', async () => {
  const speech = [{ startSeconds: 12, endSeconds: 16 }];
  const music = { read: readMusic, fromSeconds: 0, levelDb: usualMusicDb, speech };
  const { readGain } = await planBed(music, await measureVoice(readVoice()), 30);
  expect(20 * Math.log10(readGain(3) / readGain(14))).toBeCloseTo(musicDuckDb, 5);
  expect(readGain(14)).toBeCloseTo(readGain(7), 5);
});

test('the music fades in, begins anew without a gap, and ends', async () => {
  const { left } = await mixWith({ read: () => readMusic(7), fromSeconds: 1, toSeconds: 28 });
  const level = (seconds: number) => measureDb(left, musicHz, seconds);
  expect(level(0.5)).toBeLessThan(-100);
  expect(level(1.3)).toBeLessThan(level(3) - 6);
  // Its second round begins 7 s after the first, less a second of crossfade.
  for (let at = 11; at < 17; at += 0.5) expect(Math.abs(level(at) - level(14))).toBeLessThan(3.1);
  expect(level(27.7)).toBeLessThan(level(25) - 6);
  expect(level(28.5)).toBeLessThan(-100);
});

test('much music between few words does not make the words too loud', async () => {
  const voiceLevel = async (levelDb: number) => measureDb((await mixWith({ levelDb })).left, voiceHz, 7);
  expect((await voiceLevel(-1)) - (await voiceLevel(-40))).toBeLessThan(3.1);
});

const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

test('the original falls in 0.2 s before the first word and rises in 0.4 s after the last', () => {
  expect(planEnvelope([span(5, 8)], 12)).toEqual([
    { seconds: 4.8, db: 0 },
    { seconds: 5, db: -12 },
    { seconds: 8, db: -12 },
    { seconds: 8.4, db: 0 },
  ]);
});

test('it stays low over a pause of less than 1.5 s and rises over a longer one', () => {
  const read = createEnvelopeReader(planEnvelope([span(1, 2), span(3.4, 4), span(5.5, 6)], 20));
  expect([2.5, 4.2, 4.6, 5.4, 5.7, 7].map(read).map(db => Math.round(db) + 0)).toEqual([
    -20, -10, 0, -10, -20, 0,
  ]);
});

test('without a voice the original is unchanged', () => {
  const read = createEnvelopeReader(planEnvelope([], 12));
  expect([0, 100].map(read)).toEqual([0, 0]);
});
