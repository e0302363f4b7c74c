import { shareTask } from '#shared/async/shared-task.ts';

/** Then `read` asks anew. */
export const freshMs = 15 * 60_000;

/** A provider's list, such as its voices: concurrent callers share a request. @param getNowMs a monotonic clock */
export function cacheList<List>(
  readAnew: (signal: AbortSignal) => Promise<List>,
  getNowMs = () => performance.now(),
) {
  let kept: { readonly list: List; readonly readAtMs: number } | undefined;
  const refresh = shareTask(async signal => {
    const list = await readAnew(signal);
    kept = { list, readAtMs: getNowMs() };
    return list;
  });
  const getAgeMs = () => (kept ? getNowMs() - kept.readAtMs : Number.POSITIVE_INFINITY);
  return {
    /** The last one that was read, however old. */
    get known() {
      return kept?.list;
    },
    get ageMs() {
      return getAgeMs();
    },
    /** @throws errors of reading, `client_closed` */
    refresh,
    /** The cached one while it is fresh; else a new one, or the cached one if that fails. @throws as `refresh` */
    async read(signal: AbortSignal): Promise<List> {
      if (kept && getAgeMs() < freshMs) return kept.list;
      try {
        return await refresh(signal);
      } catch (error) {
        if (!kept || signal.aborted) throw error;
        return kept.list;
      }
    },
    /** The next `read` is a new one. */
    expire(): void {
      if (kept) kept = { ...kept, readAtMs: Number.NEGATIVE_INFINITY };
    },
  };
}
