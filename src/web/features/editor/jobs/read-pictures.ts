import { encodeJpeg, readGrey } from '#media/browser/jpeg.ts';
import { readBlob, withVideo } from '#media/browser/open-video-blob.ts';
import { readTitleTags } from '#media/container/kept-parts.ts';
import type { OpenVideo } from '#media/container/open-video.ts';
import { planTimedVideo } from '#media/frames/plan-pictures.ts';
import { findScenes, sampleFrames } from '#media/frames/sample-frames.ts';
import { makeSparseCopy } from '#media/frames/sparse-copy.ts';
import { takeMoments } from '#media/frames/take-moments.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import type { Frame, SampledFrames } from '#shared/frame.ts';
import { getLanguage } from '#shared/languages.ts';
import { getDescriptionKind, readObservations } from '#shared/narration/project.ts';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { findTitle } from '#shared/video-title.ts';
import type { Editor } from '../model/editor.ts';
import type { VideoFacts } from '../model/editor-state.ts';
import type { WrittenScript } from '../model/narration-service.ts';
import type { JobContext } from './jobs.ts';
import { listenForGaps } from './listen.ts';

// The media code: fetched when the first file is chosen, never with the page.

export interface PictureLimits {
  readonly maxSeconds: number;
  /** Of pictures for a narration that follows the video; ten, evenly spread, are taken when left out. */
  readonly maxTimed?: number | undefined;
  readonly gaps?: readonly TimeSpan[] | undefined;
  readonly within?: TimeSpan | undefined;
  /** Movements as three small pictures; not in a copy of the coded pictures, which would be several times as large. */
  readonly showsMovement?: boolean | undefined;
}

export interface PictureCopy {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly durationSeconds: number;
  /** When the pictures are to be seen, where they were chosen here for a narration that follows the video. */
  readonly seconds?: readonly number[] | undefined;
}

export type Pictures =
  | ({ readonly kind: 'frames' } & SampledFrames)
  | ({ readonly kind: 'sparse copy' } & PictureCopy);

/** @throws {CodedError} when it is no video, or longer or larger than is taken */
export async function inspectVideo(file: File, maxSeconds: number): Promise<VideoFacts> {
  return await withVideo(file, { maxSeconds }, async video => {
    const { durationSeconds, width, height } = video;
    const sounds = await video.track.input.getAudioTracks();
    // Of the first packets: an estimate of sizes needs no more.
    const stats = await Promise.all(sounds.map(each => each.computePacketStats(100).catch(() => undefined)));
    const soundBytesPerSecond = stats.reduce((sum, each) => sum + (each?.averageBitrate ?? 0) / 8, 0);
    const title = findTitle(file.name, await readTitleTags(readBlob(file), video.track.input));
    return { durationSeconds, width, height, hasSound: sounds.length > 0, soundBytesPerSecond, title };
  });
}

type Reading = Pick<JobContext, 'signal' | 'report'>;

/** Frames, or their coded pictures where this browser cannot decode them. @throws {CodedError} when the video cannot be read */
export async function readPictures(file: File, limits: PictureLimits, reading: Reading): Promise<Pictures> {
  return await withVideo(file, limits, async video => {
    const { signal, report } = reading;
    signal.throwIfAborted();
    if (!(await video.canDecode())) {
      report({ kind: 'copying pictures', why: 'unreadable here' });
      return { kind: 'sparse copy', ...(await copy(video, limits, signal)) };
    }
    const frames = await collectFrames(video, limits, reading);
    return { kind: 'frames', frames, durationSeconds: video.durationSeconds };
  });
}

/** @throws {CodedError} when the video cannot be read */
export function copyPictures(file: File, limits: PictureLimits, signal: AbortSignal): Promise<PictureCopy> {
  return withVideo(file, limits, video => copy(video, limits, signal));
}

async function copy(
  video: OpenVideo,
  { maxTimed, gaps, within }: PictureLimits,
  signal: AbortSignal,
): Promise<PictureCopy> {
  // Else the usual ten are taken.
  const planned =
    maxTimed === undefined ? undefined : await planTimedVideo(video, maxTimed, { gaps, within });
  const bytes = await makeSparseCopy(video, signal, planned);
  const seconds = planned?.map(({ pictureMs }) => pictureMs / 1000);
  return { bytes, durationSeconds: video.durationSeconds, seconds };
}

async function collectFrames(
  video: OpenVideo,
  { maxTimed: most, gaps, within, showsMovement = false }: PictureLimits,
  { signal, report: reportActivity }: Reading,
): Promise<Frame[]> {
  const report = (done: number, total: number) => reportActivity({ kind: 'reading frames', done, total });
  if (most !== undefined)
    return await takeMoments(video, {
      ...{ most, gaps, within, showsMovement },
      ...{ encodeJpeg, readGrey, signal, report },
    });
  const frames: Frame[] = [];
  report(0, framesPerVideo);
  for await (const frame of sampleFrames(video, encodeJpeg, signal)) {
    frames.push(frame);
    report(frames.length, framesPerVideo);
  }
  return frames;
}

const minGapSeconds = 1.5;
const minApartSeconds = 2;

export async function findStarts(
  { store, getLimits }: Editor,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { video: chosen, form } = store.getState();
  if (!chosen) return [];
  const { maxSeconds, maxTimedFrames: most } = getLimits();
  return await withVideo(chosen.file, { maxSeconds }, async video => {
    const scenes = await findScenes(video, { readGrey, most, signal });
    if (!getDescriptionKind(form)) return scenes;
    const heard = await listenForGaps(chosen.file, video.durationSeconds, signal);
    store.setState({ heard });
    return heard.gaps.length > 0 ? placeInGaps(scenes, heard.gaps) : scenes;
  });
}

function placeInGaps(scenes: readonly number[], gaps: readonly TimeSpan[]): number[] {
  return gaps
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= minGapSeconds)
    .flatMap(({ startSeconds, endSeconds }) => [
      startSeconds,
      ...scenes.filter(
        scene => scene > startSeconds + minApartSeconds && scene < endSeconds - minApartSeconds,
      ),
    ]);
}

const toLine = (startSeconds: number, text = '') => ({ startMs: Math.round(startSeconds * 1000), text });

export function fillScenes(
  { store }: Editor,
  starts: readonly number[],
  known: WrittenScript | undefined,
): readonly ReturnType<typeof toLine>[] {
  const { project, form } = store.getState();
  const { cues } = parseTimedScript(known?.text ?? '');
  const { moments } = readObservations(project.observations);
  // What was seen in the first picture of a scene is told where the scene begins, or once the line before it is said.
  const findStart = (seconds: number, freeSeconds: number) => {
    const scene = starts.findLast(start => start <= seconds) ?? seconds;
    // The writer rounds to a tenth of a second.
    const isFirst = !moments.some(moment => moment >= scene && moment < seconds - 0.1);
    return isFirst ? Math.min(seconds, Math.max(scene, freeSeconds)) : seconds;
  };
  let freeSeconds = 0;
  const placed = cues.map(({ startSeconds: seconds, text }) => {
    const startSeconds = getDescriptionKind(form) ? seconds : findStart(seconds, freeSeconds);
    freeSeconds = startSeconds + computeUsualSeconds(text, getLanguage(form.language));
    return { startSeconds, endSeconds: freeSeconds, text };
  });
  // A line that is still being said needs the room.
  const isEmpty = (start: number, next = Number.POSITIVE_INFINITY) =>
    placed.every(
      ({ startSeconds, endSeconds }) => startSeconds >= next || (startSeconds < start && endSeconds <= start),
    );
  const lines = [
    ...placed.map(({ startSeconds, text }) => toLine(startSeconds, text)),
    ...starts.filter((start, at) => isEmpty(start, starts[at + 1])).map(start => toLine(start)),
  ];
  return lines.toSorted((one, other) => one.startMs - other.startMs);
}
