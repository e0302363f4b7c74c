import { requireNotCancelled } from '#shared/cancellation.ts';

/** Writes one track of a file, a piece at a time. */
export interface TrackWriter {
  /** Until when it is written, in seconds; before the first piece, less than 0. */
  readonly reachedSeconds: number;
  /** Writes the next piece; what is left with the last. @returns false when none was left */
  writeNext(): Promise<boolean>;
  /** Frees what it reads from. */
  close(): Promise<void>;
}

/**
 * Writes tracks side by side, always the one that is farthest behind, so that no more than a moment of any of them is kept and
 * what is seen and heard together lies together.
 * @throws CodedError `client_closed` when the signal fires; what a writer throws
 */
export async function writeInStep(
  writers: readonly TrackWriter[],
  { signal, noteSeconds }: { readonly signal: AbortSignal; readonly noteSeconds: (seconds: number) => void },
): Promise<void> {
  let open = [...writers];
  while (open.length > 0) {
    requireNotCancelled(signal);
    const behind = open.reduce((last, each) => (each.reachedSeconds < last.reachedSeconds ? each : last));
    if (await behind.writeNext()) noteSeconds(Math.max(0, behind.reachedSeconds));
    else open = open.filter(each => each !== behind);
  }
}
