import type { RgbPicture } from '#engines/offline/recognition/recognised.ts';
import type { RecognitionFault } from './recognition-task.ts';

/** What looks for one sort of thing in pictures, in a thread that may break. */
export interface Looker<Found> {
  /** @throws Error when it broke off; then it is good for nothing more */
  look(picture: RgbPicture): Promise<readonly Found[]>;
  close(): Promise<void>;
}

/** What was found, or why nothing could be. */
export interface Sight<Found> {
  readonly found: readonly Found[];
  readonly fault: RecognitionFault | undefined;
}

export interface Recogniser<Found> {
  /** One picture at a time. Never rejects: while one eye is broken the others still look. */
  look(picture: RgbPicture): Promise<Sight<Found>>;
}

/** What could not be opened is tried again after this long: damaged files stay damaged until somebody comes. */
const retryMs = 10_000;

/**
 * Opens a looker, and another one with the next picture where it broke: nobody shall do without because of somebody
 * else's picture, however long this process lives.
 * @param lack says what is missing without it, as a sentence
 */
export function openRecogniser<Found>(lack: string, open: () => Promise<Looker<Found>>): Recogniser<Found> {
  let opening: Promise<Looker<Found>> | undefined = open();
  // It loads while the first picture is decoded, which may be damaged, and then nobody asks what came of it.
  opening.catch(() => {});
  let retryAtMs = 0;
  let lastFault: RecognitionFault | undefined;
  const fail = (cause: unknown, isLasting: boolean): Sight<Found> => {
    opening = undefined;
    const sentence = cause instanceof Error ? `${lack} ${cause.message}` : lack;
    lastFault = { sentence, isLasting };
    return { found: [], fault: lastFault };
  };
  return {
    async look(picture) {
      if (performance.now() < retryAtMs) return { found: [], fault: lastFault };
      opening ??= open();
      let looker: Looker<Found>;
      try {
        looker = await opening;
      } catch (cause) {
        retryAtMs = performance.now() + retryMs;
        return fail(cause, true);
      }
      try {
        return { found: await looker.look(picture), fault: undefined };
      } catch (cause) {
        await looker.close();
        return fail(cause, false);
      }
    },
  };
}
