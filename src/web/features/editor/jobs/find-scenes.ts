import { encodeJpeg, sketchJpeg } from '#media/browser/jpeg.ts';
import { withVideo } from '#media/browser/open-video-blob.ts';
import { findScenes } from '#media/frames/sample-frames.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { getDescriptionKind, readObservations } from '#shared/narration/project.ts';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import type { Editor } from '../model/editor.ts';
import type { WrittenScript } from '../model/narration-service.ts';
import { listenForGaps } from './listen-for-gaps.ts';

// The media code: fetched when somebody wants to write.

/** A shorter gap has no time for a line. */
const minGapSeconds = 1.5;
/** Lines are at least so far apart. */
const minApartSeconds = 2;

/** Starts of the scenes in seconds; for a description, of the gaps and the scenes in them. */
export async function findStarts(
  { store, getLimits }: Editor,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { video: chosen, form } = store.getState();
  if (!chosen) return [];
  const { maxSeconds, maxTimedFrames: most } = getLimits();
  return await withVideo(chosen.file, { maxSeconds }, async video => {
    const scenes = await findScenes(video, { encodeJpeg, sketchJpeg, most, signal });
    if (!getDescriptionKind(form)) return scenes;
    const heard = await listenForGaps(chosen.file, video.durationSeconds, { signal });
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

interface SceneLine {
  readonly startMs: number;
  readonly text: string;
}

function toEmptyLine(seconds: number): SceneLine {
  return { startMs: Math.round(seconds * 1000), text: '' };
}

/** The lines that are known, and an empty one for each scene without any. */
export function fillScenes(
  { store }: Editor,
  starts: readonly number[],
  known: WrittenScript | undefined,
): SceneLine[] {
  const { project, form } = store.getState();
  const { cues } = parseTimedScript(known?.text ?? '');
  const { moments } = readObservations(project.observations);
  const placed = getDescriptionKind(form)
    ? cues
    : moveToScenes(cues, { starts, moments, language: form.language });
  const isEmpty = (start: number, next = Number.POSITIVE_INFINITY) =>
    placed.every(({ startSeconds, text }) => {
      // A line that is still being said needs the room.
      const endSeconds = startSeconds + computeUsualSeconds(text, getLanguage(form.language));
      return startSeconds >= next || (startSeconds < start && endSeconds <= start);
    });
  const lines = [
    ...placed.map(({ startSeconds, text }) => ({ ...toEmptyLine(startSeconds), text })),
    ...starts.filter((start, at) => isEmpty(start, starts[at + 1])).map(toEmptyLine),
  ];
  return lines.toSorted((one, other) => one.startMs - other.startMs);
}

interface Scenes {
  readonly starts: readonly number[];
  /** Of the pictures that were looked at. */
  readonly moments: readonly number[];
  readonly language: LanguageName;
}

/** What was seen in the first picture of a scene is told where the scene begins, or once the line before it is said. */
function moveToScenes(cues: readonly Cue[], { starts, moments, language }: Scenes): Cue[] {
  let freeSeconds = 0;
  return cues.map(({ startSeconds, text }) => {
    const scene = starts.findLast(start => start <= startSeconds) ?? startSeconds;
    // The writer rounds to a tenth of a second.
    const isFirst = !moments.some(moment => moment >= scene && moment < startSeconds - 0.1);
    const moved = {
      startSeconds: isFirst ? Math.min(startSeconds, Math.max(scene, freeSeconds)) : startSeconds,
      text,
    };
    freeSeconds = moved.startSeconds + computeUsualSeconds(text, getLanguage(language));
    return moved;
  });
}
