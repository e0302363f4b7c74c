import { openVideoBlob } from '#media/browser/open-video-blob.ts';
import { findFrameRate } from '#media/container/frame-rate.ts';
import type { VideoFile } from '#media/container/video-file.ts';
import { withWriteErrors } from '#media/container/with-coded-errors.ts';
import { markMp3 } from '#media/marks/id3.ts';
import { zipDaptFiles } from '#media/mix/dapt-files.ts';
import { type EditorsLine, zipEditorsFiles } from '#media/mix/editors-files.ts';
import { startFullMix } from '#media/mix/mix-video-sound.ts';
import type { WritingOptions, WrittenVideo } from '#media/mix/narrate-video.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { InterleavedSound } from '#media/sound/plain-sound.ts';
import { streamWav } from '#media/sound/write-wav.ts';
import type { VoicePlan } from '../derive/plan-voice.ts';
import type { DaptJob, EditorsJob, SoundJob } from './export-job.ts';
import { readVoice, readVoiceLines } from './read-voice.ts';

/**
 * Writes a narration, alone or mixed with a video's sound, as mp3 or WAV, in pieces, whatever its length.
 * @param file kept when it is complete, else discarded
 * @throws {CodedError} as `readVoice`; `storage_full`
 */
export function writeSound(
  { kind, voice, mixed, marks }: SoundJob,
  file: VideoFile,
  { signal, noteProgress }: WritingOptions,
): Promise<WrittenVideo> {
  let writtenSeconds = 0;
  async function* readNoting(): AsyncGenerator<InterleavedSound> {
    for await (const sound of mixed ? readMix(voice, mixed, signal) : readVoice(voice, signal)) {
      yield sound;
      const { samples, sampleRateHz, channelCount = 1 }: InterleavedSound = sound;
      writtenSeconds += samples.length / channelCount / sampleRateHz;
      const totalSeconds = Math.max(writtenSeconds, voice.soundSeconds ?? voice.durationSeconds);
      noteProgress({ writtenSeconds, totalSeconds });
    }
  }
  return writeFile(file, signal, async () => {
    const encoded = encodeMp3(readNoting());
    if (kind === 'mp3') await writeInOrder(file, marks ? markMp3(encoded, marks) : encoded);
    else
      for await (const { data, position } of streamWav(readNoting(), marks)) await file.write(data, position);
    return { durationSeconds: writtenSeconds };
  });
}

/** The whole sound of a video with a voice. @throws {CodedError} as `startFullMix` and `readVoice` */
async function* readMix(
  voice: VoicePlan,
  { video: file, mix }: NonNullable<SoundJob['mixed']>,
  signal: AbortSignal,
): AsyncGenerator<InterleavedSound> {
  const video = await openVideoBlob(file, { maxSeconds: Number.POSITIVE_INFINITY });
  try {
    yield* (await startFullMix(video, { readVoice: () => readVoice(voice, signal), mix }, signal)).sounds;
  } finally {
    video.close();
  }
}

/**
 * Writes the zip for video editors, or of a description as DAPT.
 * @param file kept when it is complete, else discarded
 * @throws {CodedError} as `readVoice`; `storage_full`
 */
export function writeSounds(
  job: EditorsJob | DaptJob,
  file: VideoFile,
  { signal, noteProgress }: WritingOptions,
): Promise<WrittenVideo> {
  const { voice, marks } = job;
  const { durationSeconds } = voice;
  async function* readNoting(): AsyncGenerator<EditorsLine> {
    for await (const line of readVoiceLines(voice, signal)) {
      yield line;
      noteProgress({
        writtenSeconds: Math.min(line.startSeconds, durationSeconds),
        totalSeconds: durationSeconds,
      });
    }
  }
  return writeFile(file, signal, async () => {
    const lines = readNoting();
    const zip =
      job.kind === 'dapt'
        ? zipDaptFiles(job.dapt, lines, marks)
        : zipEditorsFiles(lines, durationSeconds, job.video && (await readFrameRate(job.video)), marks);
    await writeInOrder(file, zip);
    return { durationSeconds };
  });
}

function writeFile(
  file: VideoFile,
  signal: AbortSignal,
  write: () => Promise<WrittenVideo>,
): Promise<WrittenVideo> {
  return withWriteErrors(async () => {
    try {
      const written = await write();
      await file.keep();
      return written;
    } finally {
      await file.discard();
    }
  }, signal);
}

async function writeInOrder(file: VideoFile, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let position = 0;
  for await (const piece of pieces) {
    await file.write(Uint8Array.from(piece), position);
    position += piece.length;
  }
}

/** A video that can no longer be read does not prevent the export. */
async function readFrameRate(file: File): Promise<number | undefined> {
  const video = await openVideoBlob(file, { maxSeconds: Number.POSITIVE_INFINITY }).catch(() => undefined);
  try {
    return video && (await findFrameRate(video));
  } finally {
    video?.close();
  }
}
