import { openVideoBlob, readBlob } from '#media/browser/open-video-blob.ts';
import { registerSoundEncoder } from '#media/browser/sound-encoder.ts';
import { readMatroskaTitle } from '#media/container/matroska-elements.ts';
import { withWriteErrors } from '#media/container/with-coded-errors.ts';
import { narrateVideo, type WritingProgress } from '#media/mix/narrate-video.ts';
import { planNarratedVideo } from '#media/mix/plan-narrated-video.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { readPieces } from '../../../lib/read-pieces.ts';
import type { MadeVideo, VideoAnswer, VideoJob, VideoQuestion } from './video-job.ts';
import { openPlace } from './writing-places.ts';

// A worker of its own: the page stays free, and a tab in the background does not slow it down.

registerSoundEncoder();

const cancelling = new AbortController();
/** So that a list of what was written is not redrawn for each picture. */
const reportEveryMs = 200;

self.addEventListener('message', ({ data: question }: MessageEvent<VideoQuestion>) => {
  if ('cancels' in question) cancelling.abort();
  else void answer(question.job);
});

async function answer(job: VideoJob): Promise<void> {
  try {
    report({ made: await write(job, cancelling.signal) });
  } catch (error) {
    const { code, filled, message } = error instanceof CodedError ? error : new CodedError('internal');
    report({ failure: { code, message: filled ?? message } });
  }
}

function write({ place, ...job }: VideoJob, signal: AbortSignal): Promise<MadeVideo> {
  return withWriteErrors(async () => {
    // It was taken already, whatever its length.
    const video = await openVideoBlob(job.video, { maxSeconds: Number.POSITIVE_INFINITY });
    try {
      const plan = await planNarratedVideo(video, job);
      const file = await openPlace(place);
      const narration = {
        ...job,
        language: getLanguage(job.language),
        title: await readMatroskaTitle(readBlob(job.video)),
        readVoice: () => decodeMp3(readPieces(new Response(job.voice), signal)),
      };
      const options = { signal, noteProgress: reportNowAndThen() };
      const written = await narrateVideo(video, plan, narration, file, options);
      return { ...written, file: file.readMade?.() };
    } finally {
      video.close();
    }
  }, signal);
}

function reportNowAndThen(): (progress: WritingProgress) => void {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return progress => {
    const nowMs = performance.now();
    if (nowMs - reportedMs < reportEveryMs) return;
    reportedMs = nowMs;
    report({ progress });
  };
}

function report(reported: VideoAnswer): void {
  self.postMessage(reported);
}
