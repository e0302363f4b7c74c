import { numberSetting, type ValuesOf } from './setting.ts';

const bounds = { least: 0, most: 1_000_000 };

/** Narrations a day. All other daily limits follow from them, by `usesPerNarration`. */
export const dailyLimitSettings = {
  FREE_NARRATIONS_PER_DAY: numberSetting(
    { ...bounds, usual: 10 },
    'Narrations a day (UTC) for visitors from one network address.',
  ),
  STANDARD_NARRATIONS_PER_DAY: numberSetting({ ...bounds, usual: 50 }, 'Narrations a day for an account.'),
  PREMIUM_NARRATIONS_PER_DAY: numberSetting(
    { ...bounds, usual: 500 },
    'Narrations a day for an account with the premium plan.',
  ),
};

export function toDailyLimitConfig(read: ValuesOf<typeof dailyLimitSettings>) {
  return {
    freeNarrationsPerDay: read.FREE_NARRATIONS_PER_DAY,
    standardNarrationsPerDay: read.STANDARD_NARRATIONS_PER_DAY,
    premiumNarrationsPerDay: read.PREMIUM_NARRATIONS_PER_DAY,
  };
}

/** Uses a day for each narration a day. */
export const usesPerNarration = {
  narration: 1,
  script: 2,
  rewrite: 2,
  speech: 5,
  /** Lines that are spoken or translated again during editing. */
  line: 50,
  /** Pieces of sound, of half a minute to ten minutes, by the provider. */
  transcription: 24,
} as const;

export const feedbackPerDay = 20;
