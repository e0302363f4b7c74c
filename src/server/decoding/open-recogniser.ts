import type { RgbPicture } from '#shared/print/grey-picture.ts';
import type { RecognitionFault } from './decoding-pool.ts';

export interface Detector<Found> {
  /** @throws Error when it failed; it cannot be used any more */
  detect(picture: RgbPicture): Promise<readonly Found[]>;
  close(): Promise<void>;
}

export interface Detection<Found> {
  readonly found: readonly Found[];
  readonly fault: RecognitionFault | undefined;
}

export interface Recogniser<Found> {
  /** One image at a time. Never rejects, so that other recognisers still work. */
  detect(picture: RgbPicture): Promise<Detection<Found>>;
}

/** Delay before trying to open it again, as damaged files stay damaged until somebody fixes them. */
const retryMs = 10_000;

/** Reopened for the next image after a failure, which then affects no others. @param lack a sentence about what is missing */
export function openRecogniser<Found>(lack: string, open: () => Promise<Detector<Found>>): Recogniser<Found> {
  let opening: Promise<Detector<Found>> | undefined = open();
  // It loads while the first image is decoded; if that fails, nothing awaits it.
  opening.catch(() => {});
  let retryAtMs = 0;
  let lastFault: RecognitionFault | undefined;
  const fail = (cause: unknown, isLasting: boolean): Detection<Found> => {
    opening = undefined;
    const sentence = cause instanceof Error ? `${lack} ${cause.message}` : lack;
    lastFault = { sentence, isLasting };
    return { found: [], fault: lastFault };
  };
  return {
    async detect(picture) {
      if (performance.now() < retryAtMs) return { found: [], fault: lastFault };
      opening ??= open();
      let detector: Detector<Found>;
      try {
        detector = await opening;
      } catch (cause) {
        retryAtMs = performance.now() + retryMs;
        return fail(cause, true);
      }
      try {
        return { found: await detector.detect(picture), fault: undefined };
      } catch (cause) {
        await detector.close();
        return fail(cause, false);
      }
    },
  };
}
