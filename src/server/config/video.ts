import { setting, type ValuesOf, wholeNumber } from './setting.ts';

const gibibyte = 1024 ** 3;

/** Which videos are taken. */
export const videoSettings = {
  MAX_VIDEO_BYTES: setting(
    wholeNumber(1, Number.MAX_SAFE_INTEGER).default(2 * gibibyte),
    '2147483648 (2 GiB)',
    'The largest video that is taken, in bytes.',
  ),
  MAX_VIDEO_SECONDS: setting(
    wholeNumber(1, 7 * 24 * 3600).default(4 * 3600),
    '14400 (4 hours)',
    'The longest video that is taken, in seconds.',
  ),
};

export function toVideoConfig(read: ValuesOf<typeof videoSettings>) {
  return { maxVideoBytes: read.MAX_VIDEO_BYTES, maxVideoSeconds: read.MAX_VIDEO_SECONDS };
}
