import { describeDuration } from '#shared/describe-values.ts';
import { framesPerVideo, maxTimedFrames } from '#shared/limits.ts';
import { numberSetting, type ValuesOf } from './setting.ts';

const usualGibibytes = 2;
const usualSeconds = 4 * 3600;

export const videoSettings = {
  MAX_VIDEO_BYTES: numberSetting(
    {
      least: 1,
      most: Number.MAX_SAFE_INTEGER,
      usual: usualGibibytes * 1024 ** 3,
      inWords: `${usualGibibytes} GiB`,
    },
    'Largest video, in bytes.',
  ),
  MAX_VIDEO_SECONDS: numberSetting(
    { least: 1, most: 7 * 24 * 3600, usual: usualSeconds, inWords: describeDuration(usualSeconds) },
    'Longest video and narration, in seconds.',
  ),
  MAX_TIMED_FRAMES: numberSetting(
    { least: framesPerVideo, most: maxTimedFrames, usual: 60 },
    'Most frames of a timed narration: one for six seconds up to this number.',
  ),
};

export function toVideoConfig(read: ValuesOf<typeof videoSettings>) {
  return {
    maxVideoBytes: read.MAX_VIDEO_BYTES,
    maxVideoSeconds: read.MAX_VIDEO_SECONDS,
    maxTimedFrames: read.MAX_TIMED_FRAMES,
  };
}
