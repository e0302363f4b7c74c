import type { VoiceMeasure } from '#media/mix/measure-loudness.ts';
import type { MusicMeasure } from '#media/mix/music.ts';
import type { WritingProgress } from '#media/mix/narrate-video.ts';
import { CodedError } from '#shared/errors.ts';
import type { VoicePlan } from '../model/plan-voice.ts';
import type { ExportJob, MadeFile, WorkerAnswer, WorkerQuestion, WritingPlace } from './export-job.ts';

/** How long a worker that was cancelled may take to throw away what it wrote. */
const graceMs = 5000;

interface MakingOptions {
  readonly signal: AbortSignal;
  readonly noteProgress: (progress: WritingProgress) => void;
}

/**
 * Makes a file in a worker and resolves when it is whole. Cancelled or failed, the file is as it was before.
 * @throws {CodedError} of the work; `client_closed` once the signal has fired and what was written is thrown away
 */
export function makeFile(
  job: ExportJob,
  place: WritingPlace,
  { signal, noteProgress }: MakingOptions,
): Promise<MadeFile> {
  return ask({ job, place }, signal, reported => {
    if ('progress' in reported) noteProgress(reported.progress);
    return 'made' in reported ? reported.made : undefined;
  });
}

/**
 * Measures a voice for mixing, in a worker.
 * @throws {CodedError} of the sound; `client_closed`
 */
export function measureInWorker(voice: VoicePlan, signal: AbortSignal): Promise<VoiceMeasure> {
  return ask({ measured: voice }, signal, reported => ('measure' in reported ? reported.measure : undefined));
}

/** Measures music. @throws {CodedError} if it is no sound that can be decoded here; `client_closed` */
export function measureMusicInWorker(
  file: Blob,
  signal: AbortSignal,
): Promise<Omit<MusicMeasure, 'energies'>> {
  return ask({ measuredMusic: file }, signal, reported =>
    'measureOfMusic' in reported ? reported.measureOfMusic : undefined,
  );
}

function ask<Result>(
  question: WorkerQuestion,
  signal: AbortSignal,
  findResult: (reported: WorkerAnswer) => Result | undefined,
): Promise<Result> {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
  const post = (posted: WorkerQuestion) => worker.postMessage(posted);
  const working = new Promise<Result>((resolve, reject) => {
    const cancel = () => {
      post({ cancels: true });
      setTimeout(() => reject(new CodedError('client_closed')), graceMs);
    };
    signal.addEventListener('abort', cancel, { once: true });
    worker.addEventListener('message', ({ data: reported }: MessageEvent<WorkerAnswer>) => {
      if ('failure' in reported)
        return reject(new CodedError(reported.failure.code, { message: reported.failure.message }));
      const result = findResult(reported);
      if (result !== undefined) resolve(result);
    });
    // The worker's own code did not arrive, or broke.
    worker.addEventListener('error', event => reject(new CodedError('internal', { cause: event })));
    post(question);
    if (signal.aborted) cancel();
  });
  return working.finally(() => worker.terminate());
}
