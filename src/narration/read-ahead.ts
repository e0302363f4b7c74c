/**
 * Reads a source at once and as fast as it comes, and keeps what was read until somebody asks for it. For sources of a
 * bounded size only: nothing holds the source back.
 * @param tellReceived called once the source has ended, however it ended
 */
export function readAhead<T>(source: AsyncIterable<T>, tellReceived: () => void): AsyncIterable<T> {
  const kept: T[] = [];
  let outcome: { error?: unknown } | undefined;
  let news = Promise.withResolvers<void>();
  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  (async () => {
    try {
      for await (const item of source) {
        kept.push(item);
        tell();
      }
      outcome = {};
    } catch (error) {
      outcome = { error };
    }
    tell();
    tellReceived();
  })();
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const more = news.promise;
        if (kept.length > 0) yield* kept.splice(0);
        else if (outcome) {
          if ('error' in outcome) throw outcome.error;
          return;
        } else await more;
      }
    },
  };
}
