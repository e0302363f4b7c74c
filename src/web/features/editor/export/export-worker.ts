import { sha256 } from '@noble/hashes/sha2.js';
import { anyLength, openVideoBlob, readBlob } from '#media/browser/open-video-blob.ts';
import { registerSoundEncoder } from '#media/browser/sound-encoder.ts';
import { openWritten, type WritingPlace, type WrittenFile } from '#media/browser/written-file.ts';
import { readKeptParts } from '#media/container/kept-parts.ts';
import { type VideoFile, withWriteErrors } from '#media/container/video-file.ts';
import { signFile } from '#media/credentials/place-manifest.ts';
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
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { credentialMessages as messages } from '#shared/messages/credentials.ts';
import { t } from '#shared/messages/message.ts';
import { postJson } from '../../../lib/call-server.ts';
import type { ExportJob, JobTrack, MadeFile, VideoJob, WorkerAnswer, WorkerQuestion } from './export-job.ts';
import { openMusic, readVoice, writeLanguages, writeSound, writeZip } from './write-sound.ts';

// A worker of its own: the page stays free, and a tab in the background does not slow it down.

registerSoundEncoder();

const cancelling = new AbortController();
const { signal } = cancelling;
/** So that a page is not redrawn for each piece. */
const reportEveryMs = 200;

self.addEventListener('message', ({ data: question }: MessageEvent<WorkerQuestion>) => {
  if (question.task === 'cancel') cancelling.abort();
  else void answer(question);
});

async function answer(question: Exclude<WorkerQuestion, { task: 'cancel' }>): Promise<void> {
  try {
    report({ answer: await work(question) });
  } catch (error) {
    const { code, filled, message } = error instanceof CodedError ? error : new CodedError('internal');
    report({ failure: { code, message: filled ?? message } });
  }
}

async function work({ task, asked }: Exclude<WorkerQuestion, { task: 'cancel' }>) {
  if (task === 'make') return await make(asked.job, asked.place);
  if (task === 'measureVoice') return await measureVoice(readVoice(asked, signal));
  const { energies: _, ...measure } = await measureMusic(readSoundFile(asked, signal));
  return measure;
}

async function make(
  job: ExportJob,
  place: WritingPlace,
  noteProgress = reportNowAndThen(),
): Promise<MadeFile> {
  const file = await withWriteErrors(() => openWritten(place), signal);
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

/** @returns a sentence: that it is signed, or why not; undefined for a file that is not signed */
async function sign(job: ExportJob, file: WrittenFile): Promise<string | undefined> {
  if (!('signing' in job) || !job.signing) return undefined;
  const { storeBytes, made } = job.signing;
  const container = job.kind === 'video' ? 'mp4' : job.kind;
  const ask = async (hashed: object) => {
    const answered = await postJson('/api/content-credentials', { ...hashed, ...made }, { signal });
    return new Uint8Array(await answered.arrayBuffer());
  };
  try {
    await file.change(whole =>
      signFile(readBlob(whole), { container, storeBytes, hasher: sha256.create(), signal, sign: ask }),
    );
    return t(messages.signed);
  } catch (error) {
    requireNotCancelled(signal);
    const { message } = error instanceof CodedError ? error : new CodedError('internal');
    return t(messages.unsigned, { reason: message });
  }
}

function write(job: ExportJob, file: VideoFile, options: WritingOptions): Promise<WrittenVideo> {
  if (job.kind === 'video') return writeVideo(job, file, options);
  if (job.kind === 'languages') return writeLanguages(job, file, { ...options, make });
  if (job.kind === 'publish' || job.kind === 'editors' || job.kind === 'dapt')
    return writeZip(job, file, options);
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
