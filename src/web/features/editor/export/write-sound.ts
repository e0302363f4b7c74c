import { anyLength, openVideoBlob, withVideo } from '#media/browser/open-video-blob.ts';
import type { VideoFile } from '#media/container/video-file.ts';
import { countReservedBytes } from '#media/credentials/place-manifest.ts';
import { markMp3, readManifests } from '#media/marks/write-marks.ts';
import {
  type EditorsLine,
  findFrameRate,
  streamZip,
  zipDaptFiles,
  zipEditorsFiles,
} from '#media/mix/editors-files.ts';
import { listPublishedFiles } from '#media/mix/export-folders.ts';
import { startFullMix, startMusicMix } from '#media/mix/mix-video-sound.ts';
import type { WritingOptions, WrittenVideo } from '#media/mix/narrate-video.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { InterleavedSound } from '#media/sound/channels.ts';
import { streamWav } from '#media/sound/write-wav.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { getId3Bytes, id3HeaderBytes } from '#shared/mp3-frames.ts';
import { addManifests } from '#shared/speech.ts';
import { readPieces } from '../../../lib/call-server.ts';
import type { VoicePlan } from '../model/plan-voice.ts';
import { type DaptJob, type EditorsJob, getRecording, type PublishJob, type SoundJob } from './export-job.ts';
import { openMusic } from './read-music.ts';
import { readVoice, readVoiceLines } from './read-voice.ts';

/**
 * Writes a narration, alone or mixed with a video's sound, as mp3 or WAV, in pieces, whatever its length.
 * @param file kept when it is complete
 * @throws {CodedError} as `readVoice`; `storage_full`
 */
export function writeSound(
  { kind, signing, ...job }: SoundJob,
  file: VideoFile,
  { signal, noteProgress }: WritingOptions,
): Promise<WrittenVideo> {
  const { voice, mixedWith } = job;
  let writtenSeconds = 0;
  async function* readNoting(): AsyncGenerator<InterleavedSound> {
    for await (const sound of readMix(job, signal)) {
      yield sound;
      const { samples, sampleRateHz, channelCount = 1 }: InterleavedSound = sound;
      writtenSeconds += samples.length / channelCount / sampleRateHz;
      const totalSeconds = Math.max(writtenSeconds, voice.soundSeconds ?? voice.durationSeconds);
      noteProgress({ writtenSeconds, totalSeconds });
    }
  }
  return writeFile(file, async () => {
    const marks = job.marks && { ...job.marks, manifests: await collectManifests(voice.track) };
    if (kind === 'mp3') {
      const made = mixedWith ? undefined : getRecording(voice, job.music);
      const mp3 = made ? readPieces(new Response(made), signal) : encodeMp3(readNoting());
      const reservedBytes = signing && countReservedBytes('mp3', signing.storeBytes);
      await writeInOrder(file, marks ? markMp3(mp3, marks, { reservedBytes }) : mp3);
      if (made) writtenSeconds = voice.soundSeconds ?? voice.durationSeconds;
    } else
      for await (const { data, position } of streamWav(readNoting(), marks)) await file.write(data, position);
    return { durationSeconds: writtenSeconds };
  });
}

/** What providers state about the speech stands in the tags of the recording or of the lines. */
async function collectManifests(track: VoicePlan['track']): Promise<Uint8Array[]> {
  const manifests: Uint8Array[] = [];
  for (const { mp3 } of track.kind === 'lines' ? track.lines : [track]) {
    const tagBytes = getId3Bytes(await readStart(mp3, id3HeaderBytes));
    if (tagBytes > 0) addManifests(manifests, readManifests(await readStart(mp3, tagBytes)));
  }
  return manifests;
}

async function readStart(mp3: Blob, bytes: number): Promise<Uint8Array> {
  return new Uint8Array(await mp3.slice(0, bytes).arrayBuffer());
}

/** A voice with its music and the whole sound of a video, where they are wanted. @throws {CodedError} as `startFullMix` and `readVoice` */
async function* readMix(
  { voice, mix, mixedWith, ...job }: Omit<SoundJob, 'kind'>,
  signal: AbortSignal,
): AsyncGenerator<InterleavedSound> {
  const music = openMusic(job.music, signal);
  const narration = { readVoice: () => readVoice(voice, signal), mix };
  if (!mixedWith) {
    yield* music ? (await startMusicMix({ ...narration, music })).sounds : readVoice(voice, signal);
    return;
  }
  const video = await openVideoBlob(mixedWith, anyLength);
  try {
    yield* (await startFullMix(video, { ...narration, music }, signal)).sounds;
  } finally {
    video.close();
  }
}

/**
 * Writes the zip for video editors, or of a description as DAPT.
 * @param file kept when it is complete
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
  return writeFile(file, async () => {
    const lines = readNoting();
    const zip =
      job.kind === 'dapt'
        ? zipDaptFiles(job.dapt, lines, marks)
        : zipEditorsFiles(lines, durationSeconds, job.video && (await readFrameRate(job.video)), marks);
    await writeInOrder(file, zip);
    return { durationSeconds };
  });
}

/**
 * Writes the zip of what is published.
 * @param file kept when it is complete
 * @throws {CodedError} as `readVoice`; `storage_full`
 */
export function writePublishedZip(
  { voice, video, page }: PublishJob,
  file: VideoFile,
  { signal, noteProgress }: WritingOptions,
): Promise<WrittenVideo> {
  const { durationSeconds } = voice;
  async function* readNoting(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const piece of pieces) {
      requireNotCancelled(signal);
      yield piece;
      bytes += piece.length;
      // Nearly all of it is the video.
      const share = Math.min(1, bytes / Math.max(1, video.size));
      noteProgress({ writtenSeconds: share * durationSeconds, totalSeconds: durationSeconds });
    }
  }
  return writeFile(file, async () => {
    const files = listPublishedFiles(page, readVoiceLines(voice, signal), video);
    await writeInOrder(file, readNoting(streamZip(files)));
    return { durationSeconds };
  });
}

async function writeFile(file: VideoFile, write: () => Promise<WrittenVideo>): Promise<WrittenVideo> {
  const written = await write();
  await file.keep();
  return written;
}

export async function writeInOrder(file: VideoFile, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let position = 0;
  for await (const piece of pieces) {
    await file.write(Uint8Array.from(piece), position);
    position += piece.length;
  }
}

async function readFrameRate(file: File): Promise<number | undefined> {
  return await withVideo(file, anyLength, findFrameRate).catch(() => undefined);
}
