import type { Page } from '@playwright/test';

export interface SoundMeasurement {
  readonly seconds: number;
  /** Root mean square of all samples, 0 to 1; calm speech about 0.1. */
  readonly loudness: number;
  /** Seconds of silence at the start and at the end. */
  readonly silentStartSeconds: number;
  readonly silentEndSeconds: number;
}

/** Decodes a sound file in the browser and measures it. */
export function measureSound(page: Page, bytes: Buffer): Promise<SoundMeasurement> {
  return page.evaluate(async base64 => {
    const data = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
    const audio = await new OfflineAudioContext(1, 1, 24_000).decodeAudioData(data.buffer);
    const samples = audio.getChannelData(0);
    const isLoud = (sample: number) => Math.abs(sample) > 0.01;
    const squares = samples.reduce((sum, sample) => sum + sample * sample, 0);
    return {
      seconds: audio.duration,
      loudness: Math.sqrt(squares / samples.length),
      silentStartSeconds: samples.findIndex(isLoud) / audio.sampleRate,
      silentEndSeconds: (samples.length - 1 - samples.findLastIndex(isLoud)) / audio.sampleRate,
    };
  }, bytes.toString('base64'));
}

/** The pitch of a steady tone in a sound file, in Hz: upward zero crossings a second, without the ends. */
export function measurePitch(page: Page, bytes: Buffer): Promise<number> {
  return page.evaluate(async base64 => {
    const data = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
    const audio = await new OfflineAudioContext(1, 1, 24_000).decodeAudioData(data.buffer);
    const samples = audio.getChannelData(0).slice(audio.sampleRate / 2, -audio.sampleRate / 2);
    const crossings = samples.reduce(
      (count, sample, at) => count + (sample >= 0 && (samples[at - 1] ?? 0) < 0 ? 1 : 0),
      0,
    );
    return (crossings * audio.sampleRate) / samples.length;
  }, bytes.toString('base64'));
}

/** The beginning of a sound or video file as the browser plays it, in one channel. */
export async function decodeBeginning(
  page: Page,
  bytes: Buffer,
  seconds: number,
  sampleRateHz: number,
): Promise<Float32Array> {
  const wanted = { base64: bytes.toString('base64'), seconds, sampleRateHz };
  const heard = await page.evaluate(async ({ base64, seconds, sampleRateHz }) => {
    const data = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
    const audio = await new OfflineAudioContext(1, 1, sampleRateHz).decodeAudioData(data.buffer);
    return Array.from(audio.getChannelData(0).subarray(0, seconds * sampleRateHz));
  }, wanted);
  return Float32Array.from(heard);
}
