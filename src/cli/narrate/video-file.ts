import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { describeOmittedParts, listOmittedParts } from '#media/container/kept-parts.ts';
import { markMp3 } from '#media/marks/write-marks.ts';
import type { MixSettings, SoundChoice } from '#media/mix/mix-settings.ts';
import { requireMixable, startFullMix } from '#media/mix/mix-video-sound.ts';
import type { LanguageTrack } from '#media/mix/narrate-video.ts';
import { planNarratedVideo, requireSoundChoice, type VideoPlan } from '#media/mix/plan-narrated-video.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { openVideoFile, withFileBytes } from '#media/node/open-video-file.ts';
import { makeTemporaryFolder } from '#media/node/temporary-files.ts';
import { writeVideoFile } from '#media/node/write-video-file.ts';
import { type AudioTrackChoice, chooseSounds } from '#media/sound/choose-sounds.ts';
import { writeWavInOrder } from '#media/sound/write-wav.ts';
import { findVideoSpeech } from '#media/speech/find-speech.ts';
import type { DescriptionKind } from '#shared/description.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { createMarks, toClaim } from '#shared/marks/create-marks.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import type { PicturePause } from '#shared/script/cues.ts';
import { computeGaps } from '#shared/script/gaps.ts';
import type { DescribedVideo } from '#shared/script/plan-lines.ts';
import type { Deliveries, VideoDelivery } from './options.ts';
import { changeEnding, hasEnding, requirePlaces } from './places.ts';
import { badRequest, createProgressLine, reportStatus, reportTracks } from './report-status.ts';
import type { PlannedSignature } from './sign-files.ts';
import type { Delivered, SpokenNarration } from './write-deliveries.ts';
import { leadsToStream, writeWholeFile } from './write-whole-file.ts';

/**
 * Finds the speech of a video, and the gaps for a description.
 * @throws CodedError as `openVideo`; `client_closed` when the signal fires
 */
export async function findDescribedVideo(
  videoPath: string,
  { kind, audioTrack }: Pick<DescribedVideo, 'kind'> & Pick<PlannedVideoFile, 'audioTrack'>,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<DescribedVideo> {
  reportStatus('listening for gaps in the speech …');
  using video = await openVideoFile(videoPath, { maxSeconds });
  const { durationSeconds } = video;
  const sounds = await chooseSounds(video, audioTrack);
  reportTracks(sounds);
  const speech = await findVideoSpeech(video, signal, { sounds });
  const gaps = computeGaps(speech, durationSeconds);
  reportStatus(gaps.length === 1 ? 'Found 1 gap.' : `Found ${gaps.length} gaps.`);
  const isHeard = sounds.tracks.length === 0 || sounds.used.length > 0;
  return { kind, gaps, speech: isHeard ? speech : undefined, durationSeconds };
}

/**
 * Checks before any paid call that a narration can be mixed with a video's sound, and reports which track is used.
 * @throws CodedError as `openVideo`; `bad_request` if the sound cannot be decoded
 */
export async function requireMixableFile(
  videoPath: string,
  { maxSeconds, audioTrack }: Pick<PlannedVideoFile, 'maxSeconds' | 'audioTrack'>,
): Promise<void> {
  using video = await openVideoFile(videoPath, { maxSeconds });
  const plan = await planNarratedVideo(video, { audioTrack });
  requireMixable(plan);
  reportTracks(plan);
}

/**
 * Writes the whole sound of a video with its narration as mp3 or, if the path ends with .wav, as WAV.
 * @throws CodedError as `startFullMix` and `writeWholeFile`
 */
export async function writeMixFile(
  path: string,
  {
    videoPath,
    audioTrack,
    mix,
  }: Pick<PlannedVideoFile, 'videoPath' | 'audioTrack'> & Pick<Deliveries, 'mix'>,
  { sound, provenance, signer }: Pick<Delivered, 'sound' | 'provenance' | 'signer'>,
  signal: AbortSignal,
): Promise<void> {
  // Its length was checked before.
  using video = await openVideoFile(videoPath, { maxSeconds: Number.POSITIVE_INFINITY });
  const { sounds, ...facts } = await startFullMix(
    video,
    { readVoice: sound.readSound, mix, audioTrack, music: sound.music },
    signal,
  );
  const marks = { ...createMarks(provenance, 'mixed'), manifests: sound.manifests };
  const isWav = hasEnding(path, 'wav');
  const file = { container: isWav ? 'wav' : 'mp3', path, originalPath: videoPath } as const;
  await signer.write(file, toClaim(provenance, 'mixed'), reservedBytes =>
    isWav ? writeWavInOrder(sounds, facts, marks) : markMp3(encodeMp3(sounds), marks, { reservedBytes }),
  );
}

export interface PlannedVideoFile extends VideoDelivery {
  readonly sound: SoundChoice;
  readonly audioTrack: AudioTrackChoice | undefined;
  readonly videoPath: string;
  readonly maxSeconds: number;
  readonly omitted: string | undefined;
}

/** A narration that exceeds the picture by more than this is reported. */
const audibleSeconds = 0.5;

/**
 * Checks before any paid call that the video can be written as requested, and reports what will be left out.
 * @throws CodedError as `openVideo`; `bad_request` for a wrong ending, an unavailable sound, or the original's own path
 */
export async function planVideoFile(
  delivery: VideoDelivery,
  {
    kind,
    isSpokenSubtitles,
    ...read
  }: Pick<PlannedVideoFile, 'videoPath' | 'maxSeconds' | 'audioTrack'> & {
    readonly kind: DescriptionKind | undefined;
    /** A second track, if possible: viewers choose it as they choose subtitles. */
    readonly isSpokenSubtitles: boolean;
  },
): Promise<PlannedVideoFile> {
  const { videoPath, maxSeconds, audioTrack } = read;
  using video = await openVideoFile(videoPath, { maxSeconds });
  const first = await planNarratedVideo(video, { sound: delivery.sound, audioTrack });
  const choices = first.choices.filter(choice => kind !== 'extended' || choice !== 'second');
  const usual = isSpokenSubtitles && choices.includes('second') ? 'second' : (choices[0] as SoundChoice);
  const sound = delivery.sound ?? usual;
  requireChoice(first, sound, choices);
  if (delivery.keepsOriginal && !choices.includes('second'))
    throw badRequest('--keep-original: the original sound of this video cannot stay unchanged.');
  if (delivery.sound === undefined && first.notice) reportStatus(`${first.notice} Using --track ${sound}.`);
  // Copied tracks also affect the choice of container.
  const { keepsOriginal } = delivery;
  const { container } = await planNarratedVideo(video, { sound, keepsOriginal, audioTrack });
  const path = delivery.picksEnding ? changeEnding(delivery.path, container) : delivery.path;
  if (!(await leadsToStream(path))) requireEnding(path, container);
  // The ending may have been chosen only now.
  await requirePlaces([videoPath], [path]);
  // For a description, the tracks were already reported.
  if (sound === 'mixed' && kind === undefined) reportTracks(first);
  const omitted = describeOmittedParts(
    await withFileBytes(videoPath, file => listOmittedParts(file, container)),
  );
  if (omitted) reportStatus(omitted);
  return { ...delivery, ...read, path, sound, omitted };
}

function requireChoice(plan: VideoPlan, sound: SoundChoice, choices: readonly SoundChoice[]): void {
  if (choices.includes(sound)) return;
  if (plan.choices.includes(sound))
    throw badRequest(
      'An extended description pauses the video, so the original sound cannot stay unchanged. Choose --track mixed or --track voice.',
    );
  try {
    requireSoundChoice(plan, sound);
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    const possible = choices.map(choice => `--track ${choice}`).join(' or ');
    throw badRequest(`${error.message} Choose ${possible}.`, error);
  }
}

export interface VideoFileNarration extends SpokenNarration {
  readonly language: Language;
  readonly pauses: readonly PicturePause[];
  readonly isDescription: boolean;
  readonly isSpokenSubtitles: boolean;
  readonly mix: MixSettings;
  readonly marks: Marks;
  readonly signature: PlannedSignature | undefined;
  readonly others?: readonly LanguageTrack[];
}

/**
 * Writes the narrated video atomically and reports progress.
 * @throws CodedError as `writeVideoFile`
 */
export async function writeNarratedVideo(
  file: PlannedVideoFile,
  narration: VideoFileNarration,
  signal: AbortSignal,
): Promise<void> {
  const progress = createProgressLine(1000, 25);
  const { sound, audioTrack, path, videoPath, maxSeconds, hasSubtitles, keepsOriginal } = file;
  const { readSound: readVoice, cues, durationSeconds, signature, ...spoken } = narration;
  const subtitles = hasSubtitles ? cues : [];
  const chosen = { sound, audioTrack, keepsOriginal, subtitles };
  const plan = { ...spoken, ...chosen, readVoice, storeBytes: signature?.storeBytes };
  try {
    await using folder = await makeTemporaryFolder();
    // A video is not written sequentially.
    const isStream = await leadsToStream(path);
    const filePath = isStream ? join(folder.path, 'narrated') : path;
    const written = await writeVideoFile(videoPath, plan, filePath, {
      limits: { maxSeconds },
      signal,
      noteProgress({ writtenSeconds, totalSeconds }) {
        const percent = Math.floor((100 * writtenSeconds) / totalSeconds);
        const seconds = `${Math.round(writtenSeconds)} of ${Math.round(totalSeconds)} s`;
        progress.note(percent, `video: ${percent} %, ${seconds} written`);
      },
    });
    progress.end();
    await signature?.sign(filePath);
    if (isStream) await writeWholeFile(path, createReadStream(filePath), signal);
    const excess = durationSeconds - written.durationSeconds;
    if (file.omitted) reportStatus(file.omitted);
    if (excess > audibleSeconds) reportStatus(`The narration ends ${excess.toFixed(1)} s after the picture.`);
  } catch (error) {
    progress.end();
    throw error;
  }
}

/** @throws CodedError `bad_request` if a file's ending does not match its format */
function requireEnding(path: string, ending: string): void {
  if (hasEnding(path, ending)) return;
  throw badRequest(
    `--video ${basename(path)}: this video becomes ${describe[ending]}. Name it ${basename(changeEnding(path, ending))}.`,
  );
}

const describe: Readonly<Record<string, string>> = {
  mp4: 'an MP4 file',
  webm: 'a WebM file',
  mkv: 'a Matroska file',
};
