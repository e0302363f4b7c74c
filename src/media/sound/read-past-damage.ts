import { CodedError } from '#shared/errors.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';

/** What cannot be decoded is passed over in steps, each as long as all before it: a short damage costs little, a long one few. */
const skipSeconds = { least: 0.1, most: 10 } as const;

/** A sound that is decoded from any place on. */
export interface DecodableSound<Piece> {
  /** Fails where the sound is damaged. */
  readonly decode: (fromSeconds: number) => AsyncIterable<Piece>;
  /** When a piece is heard, in the same seconds. */
  readonly getSpan: (piece: Piece) => TimeSpan;
}

/**
 * Decodes a sound in order and goes on behind what is damaged.
 * @param within no attempt is made from its end on
 * @param noteDamage gets what could not be decoded, before the piece behind it comes out
 * @throws CodedError as decoding does: only other failures are damage
 */
export async function* readPastDamage<Piece>(
  sound: DecodableSound<Piece>,
  within: TimeSpan,
  noteDamage?: (span: TimeSpan) => void,
): AsyncGenerator<Piece> {
  let heardSeconds = within.startSeconds;
  /** How far it was gone on behind that without decoding anything. */
  let skippedSeconds = 0;
  const endDamage = (endSeconds: number) => {
    if (skippedSeconds > 0) noteDamage?.({ startSeconds: heardSeconds, endSeconds });
    skippedSeconds = 0;
  };
  while (heardSeconds + skippedSeconds < within.endSeconds) {
    try {
      for await (const piece of sound.decode(heardSeconds + skippedSeconds)) {
        const { startSeconds, endSeconds } = sound.getSpan(piece);
        endDamage(startSeconds);
        heardSeconds = Math.max(heardSeconds, endSeconds);
        yield piece;
      }
      break;
    } catch (error) {
      if (error instanceof CodedError) throw error;
      skippedSeconds += Math.min(Math.max(skippedSeconds, skipSeconds.least), skipSeconds.most);
    }
  }
  endDamage(heardSeconds + skippedSeconds);
}
