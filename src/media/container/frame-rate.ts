import type { OpenVideo } from './open-video.ts';

/** Without a video, or for other rates. */
export const usualFrameRate = 25;

/** Rates of video editors, in frames a second. */
const rates = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60];

/** Tolerance, because some containers round times to milliseconds. */
const tolerated = 0.01;

/** The nearest editing rate of a video. Reads only the index. */
export async function findFrameRate({ track }: OpenVideo): Promise<number> {
  const { bestGuessFrameRate } = await track.computeFrameRateMetrics();
  const distance = (rate: number) => Math.abs(bestGuessFrameRate / rate - 1);
  const nearest = rates.reduce((one, other) => (distance(other) < distance(one) ? other : one));
  return distance(nearest) < tolerated ? nearest : usualFrameRate;
}

/**
 * Formats a frame as `00:00:12:05`, where the last number is the frame. At 29.97 and 59.94 numbers are skipped to follow the clock
 * (SMPTE ST 12-1, drop frame), and the format is `00:00:12;05`.
 */
export function printTimecode(frame: number, frameRate: number): string {
  const nominal = Math.round(frameRate);
  const number = isDropFrame(frameRate) ? frame + countDropped(frame, nominal) : frame;
  const seconds = Math.floor(number / nominal);
  const [hours, minutes, rest, frames] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
    number % nominal,
  ].map(part => String(part).padStart(2, '0'));
  return `${hours}:${minutes}:${rest}${isDropFrame(frameRate) ? ';' : ':'}${frames}`;
}

export function isDropFrame(frameRate: number): boolean {
  return !Number.isInteger(frameRate) && Math.round(frameRate) % 30 === 0;
}

/** Numbers skipped before a frame: two a minute at 30, four at 60, none in each tenth minute. */
function countDropped(frame: number, nominal: number): number {
  const perMinute = nominal / 15;
  const framesInTenMinutes = nominal * 600 - 9 * perMinute;
  const inTen = frame % framesInTenMinutes;
  const minutes = Math.max(0, Math.floor((inTen - perMinute) / (nominal * 60 - perMinute)));
  return perMinute * (9 * Math.floor(frame / framesInTenMinutes) + minutes);
}
