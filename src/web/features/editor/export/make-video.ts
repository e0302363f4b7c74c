import type { WritingProgress } from '#media/mix/narrate-video.ts';
import { CodedError } from '#shared/errors.ts';
import type { MadeVideo, VideoAnswer, VideoJob, VideoQuestion } from './video-job.ts';

/** How long a worker that was cancelled may take to throw away what it wrote. */
const graceMs = 5000;

/**
 * Makes a narrated video in a worker and resolves when the file is whole. Cancelled or failed, the file is as it was before.
 * @throws {CodedError} as `narrateVideo`; `client_closed` once the signal has fired and what was written is thrown away
 */
export function makeVideo(
  job: VideoJob,
  { signal, noteProgress }: { signal: AbortSignal; noteProgress: (progress: WritingProgress) => void },
): Promise<MadeVideo> {
  const worker = new Worker(new URL('./video-worker.ts', import.meta.url), { type: 'module' });
  const ask = (question: VideoQuestion) => worker.postMessage(question);
  const making = new Promise<MadeVideo>((resolve, reject) => {
    const cancel = () => {
      ask({ cancels: true });
      setTimeout(() => reject(new CodedError('client_closed')), graceMs);
    };
    signal.addEventListener('abort', cancel, { once: true });
    worker.addEventListener('message', ({ data: reported }: MessageEvent<VideoAnswer>) => {
      if ('progress' in reported) noteProgress(reported.progress);
      else if ('made' in reported) resolve(reported.made);
      else reject(new CodedError(reported.failure.code, { message: reported.failure.message }));
    });
    // The worker's own code did not arrive, or broke.
    worker.addEventListener('error', event => reject(new CodedError('internal', { cause: event })));
    ask({ job });
    if (signal.aborted) cancel();
  });
  return making.finally(() => worker.terminate());
}
