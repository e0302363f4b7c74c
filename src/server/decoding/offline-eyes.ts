import { availableParallelism } from 'node:os';
import { findRecognitionFaults } from '#engines/offline/recognition/find-faults.ts';
import { findTextData } from '#engines/offline/recognition/find-text-data.ts';
import type { OfflineEyes } from '#engines/offline/vision.ts';
import { runInOrder } from '#media/run-in-order.ts';
import type { DecodingBudget } from './decoding-budget.ts';
import { type DecodingLimits, defaultRecognitionLimits } from './decoding-limits.ts';
import { createDecodingPool, type RunTask } from './decoding-pool.ts';
import type { RecognitionResult, RecognitionTask } from './recognition-task.ts';

export interface OfflineEyesOptions {
  /** Child processes; one for every two cores when left out, because each works on two. */
  readonly workers?: number;
  readonly limits?: Partial<DecodingLimits> | undefined;
  /** Without one nobody's work is counted. */
  readonly budget?: DecodingBudget | undefined;
  /** Codes of the languages whose print is read, as their data packages are called. */
  readonly textLanguages: readonly string[];
}

/** For whom something is looked at that was not asked for by a person. */
const nobody = 'nobody';
/** While one picture is read, things are looked for in the next. */
const picturesAtOnce = 2;

/**
 * The offline engine's eyes in child processes, which load their models with the first picture, and leave after a minute
 * of rest. An asker has one child at a time; askers take turns.
 */
export function createOfflineEyes(options: OfflineEyesOptions): OfflineEyes & { close(): Promise<void> } {
  const limits = { ...defaultRecognitionLimits, ...options.limits };
  // The others are told by `findFaults`.
  const { installed } = findTextData(options.textLanguages);
  const pool = createDecodingPool<RecognitionTask, RecognitionResult>({
    child: new URL('./recognition-child.ts', import.meta.url),
    workers: options.workers ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    tasksAtOnce: picturesAtOnce,
    environment: { BENSHI_TEXT_LANGUAGES: installed.map(({ language }) => language).join(',') },
    limits,
    budget: options.budget,
  });
  let faults: Promise<readonly string[]> | undefined;
  return {
    async observe(jpegs, { asker = nobody, signal }) {
      return await pool.serve({ asker, signal }, async run => {
        const pictures = await observeAll(jpegs, limits.decodingSeconds, run);
        const found = pictures.at(-1)?.faults ?? [];
        // A part that breaks while it works; what was amiss before is known.
        if (found.length > 0) faults = Promise.resolve(found);
        return pictures;
      });
    },
    findFaults() {
      faults ??= findRecognitionFaults(options.textLanguages);
      return faults;
    },
    close: pool.close,
  };
}

async function observeAll(
  jpegs: readonly Uint8Array[],
  decodingSeconds: number,
  run: RunTask<RecognitionTask, RecognitionResult>,
): Promise<RecognitionResult[]> {
  let leftSeconds = decodingSeconds;
  // A few at a time: many megabytes at once would hold up the server on their way to the child.
  const jobs = jpegs.map((jpeg, at) => async () => {
    const task = { kind: 'observe', jpeg, place: `Picture ${at + 1}`, decodingSeconds: leftSeconds } as const;
    const { value, workSeconds } = await run(task);
    leftSeconds -= workSeconds;
    return value;
  });
  return await Array.fromAsync(runInOrder(jobs, picturesAtOnce));
}
