import { createMp3FrameReader } from '#shared/mp3-frames.ts';

/** Measures the duration of a streamed mp3. */
export interface Mp3Clock {
  add(bytes: Uint8Array): void;
  readonly seconds: number;
}

/** Counts frames by their headers; skips anything between them. */
export function createMp3Clock(): Mp3Clock {
  let seconds = 0;
  return {
    add: createMp3FrameReader(({ samples, rateHz }) => {
      seconds += samples / rateHz;
    }),
    get seconds() {
      return seconds;
    },
  };
}
