import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A folder of real videos that some checkouts have beside them; tests that need it skip where it is absent. */
export const sharedMediaFolder = fileURLToPath(new URL('../../../shared/media/', import.meta.url));

export const hasSharedMedia = existsSync(sharedMediaFolder);

/** What each file must give: its size as a person sees it, or the code of the refusal. */
export const sharedMedia = {
  'rabbit.mp4': { width: 320, height: 240, durationSeconds: 7.8 },
  'rabbit.webm': { width: 320, height: 240, durationSeconds: 7.8 },
  'cars.mp4': { width: 768, height: 432, durationSeconds: 30.16 },
  'variable-frame-rate.mp4': { width: 3026, height: 1386, durationSeconds: 8.7 },
  'rotated.mp4': { width: 1080, height: 1920, durationSeconds: 1.9 },
  'hevc.mp4': { width: 1920, height: 1080, durationSeconds: 10 },
  'frames.webm': { width: 1080, height: 1080, durationSeconds: 3.3 },
} as const;

export const sharedMediaRefusals = {
  'broken-annex-b.mp4': 'invalid_video',
  'sound-only-ac3.mp4': 'no_picture',
} as const;
