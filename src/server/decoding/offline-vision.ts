import { availableParallelism } from 'node:os';
import { describeMissingTextData, findTextData } from '#engines/offline/recognition/find-text-data.ts';
import type { ObservedPicture, OfflineVisionWorker } from '#engines/offline/vision.ts';
import { framesPerVideo } from '#shared/limits.ts';
import type { DecodingBudget } from './decoding-budget.ts';
import { type DecodingLimits, defaultRecognitionLimits } from './decoding-limits.ts';
import { createDecodingPool, type RunTask } from './decoding-pool.ts';
import { createFaultWatch } from './fault-watch.ts';
import type { RecognitionResult, RecognitionTask } from './recognition-task.ts';

export interface OfflineVisionWorkerOptions {
  /** Child processes; one for every two cores when left out, because each works on two. */
  readonly workers?: number;
  readonly limits?: Partial<DecodingLimits> | undefined;
  /** Without one nobody's work is counted. */
  readonly budget?: DecodingBudget | undefined;
  /** Codes of the languages whose print is read, as their data packages are called. */
  readonly textLanguages: readonly string[];
  /** Hears a sentence when something breaks while it works; holds nothing of the pictures. */
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** For whom something is looked at that was not asked for by a person. */
const nobody = 'nobody';

/**
 * The offline engine's eyes in child processes, which load their models with the first picture, and leave after a minute
 * of rest. An asker has one child at a time; askers take turns.
 */
export function createOfflineVisionWorker(
  options: OfflineVisionWorkerOptions,
): OfflineVisionWorker & { close(): Promise<void> } {
  const limits = { ...defaultRecognitionLimits, ...options.limits };
  const pool = createDecodingPool<RecognitionTask, RecognitionResult>({
    child: new URL('./recognition-child.ts', import.meta.url),
    workers: options.workers ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    environment: {
      BENSHI_TEXT_LANGUAGES: options.textLanguages.join(','),
      // Each thread that asks glibc for memory would have a heap of its own, and what one picture needed would be kept
      // for the next: 120 MB more together. Other C libraries ignore it.
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: String(32 * 1024),
    },
    // Of four threads each would keep up to 48 MB for what is young; here hardly anything lives for long.
    nodeOptions: ['--max-semi-space-size=2', '--v8-pool-size=1'],
    limits,
    budget: options.budget,
  });
  const watch = createFaultWatch(options);
  return {
    async observe(jpegs, { asker = nobody, signal }) {
      const results: RecognitionResult[] = [];
      // The limits are for so many; between them it is others' turn.
      for (let from = 0; from < jpegs.length; from += framesPerVideo) {
        const some = jpegs.slice(from, from + framesPerVideo);
        const observe = (run: RunTask<RecognitionTask, RecognitionResult>) =>
          observeAll(some, from, limits.decodingSeconds, run);
        results.push(...(await pool.serve({ asker, signal }, observe)));
      }
      watch.receive(results.map(({ faults }) => faults));
      const { missing } = findTextData(options.textLanguages);
      const lacks = missing.length > 0 ? [describeMissingTextData(missing)] : [];
      return results.map(result => toObserved(result, lacks));
    },
    prepare: pool.prepare,
    readLoad: pool.readLoad,
    findFaults: watch.findFaults,
    close: pool.close,
  };
}

/** @param before how many of the same video were observed already */
async function observeAll(
  jpegs: readonly Uint8Array[],
  before: number,
  decodingSeconds: number,
  run: RunTask<RecognitionTask, RecognitionResult>,
): Promise<RecognitionResult[]> {
  const results: RecognitionResult[] = [];
  let leftSeconds = decodingSeconds;
  // One by one: many megabytes at once would hold up the server on their way to the child.
  for (const [at, jpeg] of jpegs.entries()) {
    const number = before + at + 1;
    const task = { kind: 'observe', jpeg, number, decodingSeconds: leftSeconds } as const;
    const { value, workSeconds } = await run(task);
    leftSeconds -= workSeconds;
    results.push(value);
  }
  return results;
}

function toObserved(
  { square, things, lines, faults }: RecognitionResult,
  lacks: readonly string[],
): ObservedPicture {
  return { square, things, lines, faults: [...faults.map(({ sentence }) => sentence), ...lacks] };
}
