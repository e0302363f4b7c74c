import { availableParallelism } from 'node:os';
import {
  describeMissingTextData,
  findRecognitionFaults,
  findTextData,
} from '#engines/offline/recognition/model-files.ts';
import type { ObservedPicture, OfflineVisionWorker } from '#engines/offline/vision.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import { type DecodingBudget, type DecodingLimits, defaultRecognitionLimits } from './decoding-limits.ts';
import {
  createDecodingPool,
  type RecognitionFault,
  type RecognitionResult,
  type RecognitionTask,
  type RunTask,
  serverItself,
} from './decoding-pool.ts';
import { createFrameReader, type FrameReaderOptions, fitForEngine } from './frame-reader.ts';

export interface OfflineVisionWorkerOptions {
  /** Number of child processes; by default one for every two cores, as each uses two. */
  readonly workers?: number;
  readonly limits?: Partial<DecodingLimits> | undefined;
  readonly budget?: DecodingBudget | undefined;
  readonly textLanguages: readonly string[];
  /** Receives a sentence when recognition fails at run time; contains nothing of the images. */
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** Children load their models with the first image and end after an idle minute. */
export function createOfflineVisionWorker(
  options: OfflineVisionWorkerOptions,
): OfflineVisionWorker & { close(): Promise<void> } {
  const limits = { ...defaultRecognitionLimits, ...options.limits };
  const pool = createDecodingPool<RecognitionTask, RecognitionResult>({
    child: new URL('./recognition-child.ts', import.meta.url),
    workers: options.workers ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    environment: {
      BENSHI_TEXT_LANGUAGES: options.textLanguages.join(','),
      // One arena for all threads: with one each, glibc keeps 120 MB more for the next image. Other C libraries ignore it.
      MALLOC_ARENA_MAX: '1',
    },
    limits,
    budget: options.budget,
  });
  const watch = createFaultWatch(options);
  return {
    async observe(jpegs, { requester = serverItself, signal }) {
      const results: RecognitionResult[] = [];
      // The limits apply to this many; other requesters get their turn in between.
      for (let from = 0; from < jpegs.length; from += framesPerVideo) {
        const some = jpegs.slice(from, from + framesPerVideo);
        const observe = (run: RunTask<RecognitionTask, RecognitionResult>) =>
          observeAll(some, from, limits.decodingSeconds, run);
        results.push(...(await pool.serve({ requester, signal }, observe)));
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

/** @param before number of frames of the same video already observed */
async function observeAll(
  jpegs: readonly Uint8Array[],
  before: number,
  decodingSeconds: number,
  run: RunTask<RecognitionTask, RecognitionResult>,
): Promise<RecognitionResult[]> {
  const results: RecognitionResult[] = [];
  let leftSeconds = decodingSeconds;
  // One by one: sending many megabytes to the child at once would block the server.
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

/** Checking all files takes 0.1 s, and every page load asks. */
const maxAgeMs = 30_000;

/**
 * Faults explained by damaged files are found by checking the files, so that they are reported until the files are fixed. Other faults that
 * keep a child from loading a model are reported until a child succeeds.
 */
function createFaultWatch({
  textLanguages,
  warn,
}: Pick<OfflineVisionWorkerOptions, 'textLanguages' | 'warn'>) {
  let inFiles: Promise<readonly string[]> = Promise.resolve([]);
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let childFaults: readonly string[] = [];
  /** All faults ever found in the files. */
  const explained = new Set<string>();
  /** Reported to the operator and not over yet. */
  let reported: readonly string[] = [];

  return {
    /** What offline vision currently cannot do: sentences; empty if all is well. At most half a minute old. */
    async findFaults(): Promise<readonly string[]> {
      if (performance.now() - checkedAtMs > maxAgeMs) {
        checkedAtMs = performance.now();
        inFiles = findRecognitionFaults(textLanguages);
      }
      const found = await inFiles;
      // A child may have met it before the files were fixed, so only the file check counts.
      for (const sentence of found) explained.add(sentence);
      return [...found, ...childFaults.filter(sentence => !explained.has(sentence))];
    },
    /** Reports the faults that a child met in a request's images, in their order. */
    receive(faultsByPicture: readonly (readonly RecognitionFault[])[]): void {
      const sentences = [...new Set(faultsByPicture.flat().map(({ sentence }) => sentence))];
      for (const sentence of sentences) if (!reported.includes(sentence)) warn?.(sentence);
      const isChange = sentences.join() !== reported.join();
      reported = sentences;
      childFaults = (faultsByPicture.at(-1) ?? [])
        .filter(fault => fault.isLasting)
        .map(({ sentence }) => sentence);
      if (isChange) checkedAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}

/** `workers` are child processes of each kind. */
type DecodingOptions = FrameReaderOptions & Pick<OfflineVisionWorkerOptions, 'textLanguages' | 'warn'>;

export function openDecoding({ textLanguages, ...options }: DecodingOptions) {
  const frameReader = createFrameReader(options);
  const { workers, budget, limits, warn } = options;
  // Models need more memory and time than decoders, so only this limit is shared.
  const idle = limits?.idleMs === undefined ? {} : { idleMs: limits.idleMs };
  const visionWorker = createOfflineVisionWorker({
    ...(workers && { workers }),
    budget,
    textLanguages,
    limits: idle,
    warn,
  });
  return {
    frameReader,
    visionWorker,
    fitPictures: fitForEngine(frameReader),
    async close() {
      await Promise.all([frameReader.close(), visionWorker.close()]);
    },
  };
}
