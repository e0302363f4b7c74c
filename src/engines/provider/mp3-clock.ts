import { createMp3FrameReader } from '#shared/mp3-frames.ts';

/** Tells how much sound an mp3 holds while its bytes pass by. */
export interface Mp3Clock {
  add(bytes: Uint8Array): void;
  readonly seconds: number;
}

/** Counts frames by their headers alone; whatever stands between them is passed over. */
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
