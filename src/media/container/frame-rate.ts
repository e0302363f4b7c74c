import type { OpenVideo } from './open-video.ts';

/** Where there is no video, or one whose pictures follow no rate of these. */
export const usualFrameRate = 25;

/** The rates that editors cut at, in frames a second. */
const rates = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60];

/** How far a rate may be from one of these: times in some containers are rounded to milliseconds. */
const tolerated = 0.01;

/** The rate at which editors cut a video: the nearest to that of its pictures. Reads the index only. */
export async function findFrameRate({ track }: OpenVideo): Promise<number> {
  const { bestGuessFrameRate } = await track.computeFrameRateMetrics();
  const distance = (rate: number) => Math.abs(bestGuessFrameRate / rate - 1);
  const nearest = rates.reduce((one, other) => (distance(other) < distance(one) ? other : one));
  return distance(nearest) < tolerated ? nearest : usualFrameRate;
}

/**
 * A frame as `00:00:12:05`: the last is a frame. At 29.97 and 59.94 numbers are left out, so that it stays in step with the clock (SMPTE
 * ST 12-1, drop frame), and it is written `00:00:12;05`.
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

/** Whether timecodes of this rate leave numbers out. */
export function isDropFrame(frameRate: number): boolean {
  return !Number.isInteger(frameRate) && Math.round(frameRate) % 30 === 0;
}

/** How many numbers were left out before a frame: two a minute at 30, four at 60, none in each tenth minute. */
function countDropped(frame: number, nominal: number): number {
  const perMinute = nominal / 15;
  const framesInTenMinutes = nominal * 600 - 9 * perMinute;
  const inTen = frame % framesInTenMinutes;
  const minutes = Math.max(0, Math.floor((inTen - perMinute) / (nominal * 60 - perMinute)));
  return perMinute * (9 * Math.floor(frame / framesInTenMinutes) + minutes);
}
