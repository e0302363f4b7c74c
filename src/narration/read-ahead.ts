export interface AheadOptions {
  /** Reading pauses above this; one piece of the source may exceed it. */
  readonly maxBytes: number;
  /** Called once when the source ends, also on failure. */
  readonly reportReceived: () => void;
}

/** Reads a source eagerly, with a bounded buffer. */
export function readAhead(
  source: AsyncIterable<Uint8Array>,
  { maxBytes, reportReceived }: AheadOptions,
): AsyncIterable<Uint8Array> {
  const kept: Uint8Array[] = [];
  let keptBytes = 0;
  let hasLeft = false;
  let outcome: { error?: unknown } | undefined;
  let changed = Promise.withResolvers<void>();
  const report = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  (async () => {
    try {
      for await (const piece of source) {
        kept.push(piece);
        keptBytes += piece.length;
        report();
        while (keptBytes >= maxBytes && !hasLeft) await changed.promise;
        if (hasLeft) break;
      }
      outcome = {};
    } catch (error) {
      outcome = { error };
    }
    report();
    reportReceived();
  })();
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          const more = changed.promise;
          const next = kept.shift();
          if (next) {
            keptBytes -= next.length;
            report();
            yield next;
          } else if (outcome) {
            if ('error' in outcome) throw outcome.error;
            return;
          } else await more;
        }
      } finally {
        hasLeft = true;
        report();
      }
    },
  };
}
