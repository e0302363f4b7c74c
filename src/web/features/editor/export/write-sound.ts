import { anyLength, openVideoBlob, withVideo } from '#media/browser/open-video-blob.ts';
import type { WritingPlace } from '#media/browser/written-file.ts';
import type { VideoFile } from '#media/container/video-file.ts';
import { countReservedBytes } from '#media/credentials/place-manifest.ts';
import { markMp3, readManifests } from '#media/marks/write-marks.ts';
import {
  cutLines,
  type EditorsLine,
  findFrameRate,
  streamZip,
  zipDaptFiles,
  zipEditorsFiles,
} from '#media/mix/editors-files.ts';
import { type LanguageFolder, listLanguageFiles, listPublishedFiles } from '#media/mix/export-folders.ts';
import { startFullMix, startMusicMix } from '#media/mix/mix-video-sound.ts';
import type { MusicToMix } from '#media/mix/music.ts';
import type { WritingOptions, WrittenVideo } from '#media/mix/narrate-video.ts';
import { type LineToPlace, placeLines } from '#media/mix/place-lines.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { InterleavedSound, PlainSound } from '#media/sound/channels.ts';
import { changeSpeed, changeTempo, collectSound } from '#media/sound/line-sound.ts';
import { readSoundFile } from '#media/sound/read-sound-file.ts';
import { streamWav } from '#media/sound/write-wav.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { getId3Bytes, id3HeaderBytes } from '#shared/mp3-frames.ts';
import { addManifests } from '#shared/speech.ts';
import { readPieces } from '../../../lib/call-server.ts';
import type { VoiceLine, VoicePlan } from '../model/plan-voice.ts';
import {
  type DaptJob,
  type EditorsJob,
  type ExportJob,
  estimateJobBytes,
  getRecording,
  type JobMusic,
  type LanguagesJob,
  type MadeFile,
  type PublishJob,
  type SoundJob,
} from './export-job.ts';
import { readWhole, takeOwnPlace } from './file-places.ts';

/** Writes mp3 or WAV in pieces, whatever its length. @param file kept when complete @throws {CodedError} as `readVoice`; `storage_full` */
export async function writeSound(
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
  const marks = job.marks && { ...job.marks, manifests: await collectManifests(voice.track) };
  if (kind === 'mp3') {
    const made = mixedWith ? undefined : getRecording(voice, job.music);
    const mp3 = made ? readPieces(new Response(made), signal) : encodeMp3(readNoting());
    const reservedBytes = signing && countReservedBytes('mp3', signing.storeBytes);
    await writeInOrder(file, marks ? markMp3(mp3, marks, { reservedBytes }) : mp3);
    if (made) writtenSeconds = voice.soundSeconds ?? voice.durationSeconds;
  } else
    for await (const { data, position } of streamWav(readNoting(), marks)) await file.write(data, position);
  await file.keep();
  return { durationSeconds: writtenSeconds };
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

/** Writes a zip of any kind. @param file kept when it is complete @throws {CodedError} as `readVoice`; `storage_full` */
export async function writeZip(
  job: EditorsJob | DaptJob | PublishJob,
  file: VideoFile,
  { signal, noteProgress }: WritingOptions,
): Promise<WrittenVideo> {
  const { durationSeconds } = job.voice;
  const totalBytes = estimateJobBytes(job);
  async function* readNoting(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const piece of pieces) {
      requireNotCancelled(signal);
      yield piece;
      bytes += piece.length;
      const writtenSeconds = durationSeconds * Math.min(1, bytes / totalBytes);
      noteProgress({ writtenSeconds, totalSeconds: durationSeconds });
    }
  }
  await writeInOrder(file, readNoting(await zipFiles(job, readVoiceLines(job.voice, signal))));
  await file.keep();
  return { durationSeconds };
}

async function zipFiles(job: EditorsJob | DaptJob | PublishJob, lines: AsyncIterable<EditorsLine>) {
  if (job.kind === 'dapt') return zipDaptFiles(job.dapt, lines, job.marks);
  if (job.kind === 'publish') return streamZip(listPublishedFiles(job.page, lines, job.video));
  const { voice, video, marks } = job;
  // One that is unknown has a usual value there.
  const rate = video && (await withVideo(video, anyLength, findFrameRate).catch(() => undefined));
  return zipEditorsFiles(lines, voice.durationSeconds, rate, marks);
}

interface FolderOptions extends Pick<WritingOptions, 'noteProgress'> {
  readonly make: (
    job: ExportJob,
    place: WritingPlace,
    noteProgress: WritingOptions['noteProgress'],
  ) => Promise<MadeFile>;
}

/**
 * Each sound or video is made in the browser's own storage, and deleted once it is in the zip. @param file kept when it is complete
 * @throws {CodedError} of the sounds and videos; `storage_full`
 */
export async function writeLanguages(
  job: LanguagesJob,
  file: VideoFile,
  { make, noteProgress }: FolderOptions,
): Promise<WrittenVideo> {
  const seconds = job.folders.map(({ making }) => making?.job.voice.durationSeconds ?? 0);
  const totalSeconds = seconds.reduce((sum, each) => sum + each, 0);
  async function* makeFolders(): AsyncGenerator<LanguageFolder<Blob>, void, undefined> {
    let before = 0;
    for (const [index, { making, ...folder }] of job.folders.entries()) {
      if (!making) {
        yield { ...folder, made: undefined };
        continue;
      }
      const { ending } = making;
      const place = await takeOwnPlace({ name: `made.${ending}`, bytes: making.bytes });
      try {
        const made = await make(making.job, place.writing, ({ writtenSeconds }) =>
          noteProgress({ writtenSeconds: Math.min(totalSeconds, before + writtenSeconds), totalSeconds }),
        );
        before += seconds[index] ?? 0;
        yield { ...folder, made: { ending, input: await readWhole(place, made.file) } };
      } finally {
        await place.discard();
      }
    }
  }
  await writeInOrder(file, streamZip(listLanguageFiles(job, makeFolders())));
  await file.keep();
  return { durationSeconds: Math.max(...seconds) };
}

async function writeInOrder(file: VideoFile, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let position = 0;
  for await (const piece of pieces) {
    await file.write(Uint8Array.from(piece), position);
    position += piece.length;
  }
}

/** The voice as it is heard, no more than a line at once. @throws {CodedError} `provider_garbage` for an mp3 without sound, `client_closed` */
export async function* readVoice(
  { track, soundSeconds = 0 }: Pick<VoicePlan, 'track' | 'soundSeconds'>,
  signal: AbortSignal,
): AsyncGenerator<PlainSound, void, undefined> {
  if (track.kind === 'lines') {
    const options = { durationSeconds: soundSeconds, noteLine: () => {}, signal };
    yield* placeLines(readLines(track.lines, signal), options);
    return;
  }
  const sounds = decode(track.mp3, signal);
  for await (const sound of track.speed === 1 ? sounds : changeTempo(sounds, track.speed)) {
    requireNotCancelled(signal);
    yield sound;
  }
}

/** The same line by line, each at its speed; a recording is cut at its sentences. @throws {CodedError} as {@link readVoice} */
export async function* readVoiceLines(
  plan: VoicePlan,
  signal: AbortSignal,
): AsyncGenerator<EditorsLine, void, undefined> {
  if (plan.track.kind === 'recording') {
    yield* cutLines(readVoice(plan, signal), plan.cues);
    return;
  }
  for await (const { sound, speed = 1, ...line } of readLines(plan.track.lines, signal))
    yield { ...line, sound: changeSpeed(sound, speed) };
}

async function* readLines(
  lines: readonly VoiceLine[],
  signal: AbortSignal,
): AsyncGenerator<LineToPlace & { readonly text: string }> {
  for (const { startSeconds, text, mp3, speed } of lines) {
    requireNotCancelled(signal);
    yield { startSeconds, text, sound: await collectSound(decode(mp3, signal)), speed };
  }
}

function decode(mp3: Blob, signal: AbortSignal): AsyncGenerator<PlainSound> {
  return decodeMp3(readPieces(new Response(mp3), signal));
}

export function openMusic(music: JobMusic | undefined, signal: AbortSignal): MusicToMix | undefined {
  return music && { ...music, read: () => readSoundFile(music.file, signal) };
}
