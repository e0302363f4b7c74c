import { anyLength, openVideoBlob, readBlob } from '#media/browser/open-video-blob.ts';
import { registerSoundEncoder } from '#media/browser/sound-encoder.ts';
import { readKeptParts } from '#media/container/kept-parts.ts';
import { type VideoFile, withWriteErrors } from '#media/container/video-file.ts';
import { measureVoice } from '#media/mix/measure-loudness.ts';
import { measureMusic } from '#media/mix/music.ts';
import {
  type LanguageTrack,
  narrateVideo,
  type WritingOptions,
  type WritingProgress,
  type WrittenVideo,
} from '#media/mix/narrate-video.ts';
import { planNarratedVideo } from '#media/mix/plan-narrated-video.ts';
import { readSoundFile } from '#media/sound/read-sound-file.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import type {
  ExportJob,
  JobTrack,
  MadeFile,
  VideoJob,
  WorkerAnswer,
  WorkerQuestion,
  WritingPlace,
} from './export-job.ts';
import { openMusic } from './read-music.ts';
import { readVoice } from './read-voice.ts';
import { signMade } from './sign-made.ts';
import { writeLanguages } from './write-languages.ts';
import { writePublishedZip, writeSound, writeSounds } from './write-sound.ts';
import { type OpenPlace, openPlace } from './writing-places.ts';

// A worker of its own: the page stays free, and a tab in the background does not slow it down.

registerSoundEncoder();

const cancelling = new AbortController();
const { signal } = cancelling;
/** So that a page is not redrawn for each piece. */
const reportEveryMs = 200;

self.addEventListener('message', ({ data: question }: MessageEvent<WorkerQuestion>) => {
  if ('cancels' in question) cancelling.abort();
  else void answer(question);
});

async function answer(question: Exclude<WorkerQuestion, { cancels: true }>): Promise<void> {
  try {
    if ('job' in question) report({ made: await make(question.job, question.place) });
    else if ('measuredMusic' in question) {
      const { energies: _, ...measure } = await measureMusic(readSoundFile(question.measuredMusic, signal));
      report({ measureOfMusic: measure });
    } else report({ measure: await measureVoice(readVoice(question.measured, signal)) });
  } catch (error) {
    const { code, filled, message } = error instanceof CodedError ? error : new CodedError('internal');
    report({ failure: { code, message: filled ?? message } });
  }
}

async function make(
  job: ExportJob,
  place: WritingPlace,
  noteProgress = reportNowAndThen(),
): Promise<MadeFile> {
  const file = await withWriteErrors(() => openPlace(place), signal);
  try {
    const options = { signal, noteProgress };
    const { durationSeconds } = await withWriteErrors(() => write(job, file, options), signal);
    const signature = await sign(job, file);
    return { durationSeconds, file: file.readMade?.(), signature };
  } finally {
    // Before the page is told: it cannot delete a file that is open.
    await file.discard();
  }
}

async function sign(job: ExportJob, file: OpenPlace) {
  if (!('signing' in job) || !job.signing) return undefined;
  return await signMade(file, job.kind === 'video' ? 'mp4' : job.kind, job.signing, signal);
}

function write(job: ExportJob, file: VideoFile, options: WritingOptions): Promise<WrittenVideo> {
  if (job.kind === 'video') return writeVideo(job, file, options);
  if (job.kind === 'languages') return writeLanguages(job, file, { ...options, make });
  if (job.kind === 'publish') return writePublishedZip(job, file, options);
  if (job.kind === 'editors' || job.kind === 'dapt') return writeSounds(job, file, options);
  return writeSound(job, file, options);
}

async function writeVideo(job: VideoJob, file: VideoFile, options: WritingOptions): Promise<WrittenVideo> {
  const { sound, audioTrack, keepsOriginal, marks, signing, others = [] } = job;
  const { pauses } = job.voice;
  const video = await openVideoBlob(job.video, anyLength);
  try {
    const plan = await planNarratedVideo(video, { sound, keepsOriginal, audioTrack, pauses });
    const narration = {
      ...toTrack(job),
      others: others.map(({ voice, ...other }) => (voice ? toTrack({ voice, ...other }) : toSilent(other))),
      keepsOriginal,
      sound,
      audioTrack,
      pauses,
      marks,
      storeBytes: signing?.storeBytes,
      kept: await readKeptParts(readBlob(job.video)),
    };
    return await narrateVideo(video, plan, narration, file, options);
  } finally {
    video.close();
  }
}

function toTrack({ voice, ...silent }: JobTrack): LanguageTrack {
  return {
    ...toSilent(silent),
    isDescription: voice.described !== undefined,
    readVoice: () => readVoice(voice, signal),
  };
}

function toSilent({ language, mix, music, subtitles, isSpokenSubtitles }: Omit<JobTrack, 'voice'>) {
  const silent = { mix, subtitles, isSpokenSubtitles, isDescription: false };
  return { ...silent, language: getLanguage(language), music: openMusic(music, signal) };
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

function report(reported: WorkerAnswer): void {
  self.postMessage(reported);
}
