import { CodedError } from '#shared/errors.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';

/** Damage is skipped in growing steps, each as long as all before it: short damage loses little, long damage takes few steps. */
const skipSeconds = { least: 0.1, most: 10 } as const;

/** Sound that can be decoded from any time on. */
export interface DecodableSound<Piece> {
  /** Fails at damage. */
  readonly decode: (fromSeconds: number) => AsyncIterable<Piece>;
  /** Time of a piece, in the same seconds. */
  readonly getSpan: (piece: Piece) => TimeSpan;
}

/**
 * Decodes sound in order, skipping damage.
 * @param within no attempt is made after its end
 * @param noteDamage receives each damaged span before the next piece is returned
 * @throws CodedError of decoding: only other errors count as damage
 */
export async function* readPastDamage<Piece>(
  sound: DecodableSound<Piece>,
  within: TimeSpan,
  noteDamage?: (span: TimeSpan) => void,
): AsyncGenerator<Piece> {
  let decodedSeconds = within.startSeconds;
  /** Skipped since the last decoded piece. */
  let skippedSeconds = 0;
  const endDamage = (endSeconds: number) => {
    if (skippedSeconds > 0) noteDamage?.({ startSeconds: decodedSeconds, endSeconds });
    skippedSeconds = 0;
  };
  while (decodedSeconds + skippedSeconds < within.endSeconds) {
    try {
      for await (const piece of sound.decode(decodedSeconds + skippedSeconds)) {
        const { startSeconds, endSeconds } = sound.getSpan(piece);
        endDamage(startSeconds);
        decodedSeconds = Math.max(decodedSeconds, endSeconds);
        yield piece;
      }
      break;
    } catch (error) {
      if (error instanceof CodedError) throw error;
      skippedSeconds += Math.min(Math.max(skippedSeconds, skipSeconds.least), skipSeconds.most);
    }
  }
  endDamage(decodedSeconds + skippedSeconds);
}
