import { type Loudness, peakSeconds } from '#media/sound/peaks.ts';

const stepSeconds = 0.1;
const catchPx = 8;
/** The most that is shown of a second: a tenth is then wider than a finger's error. */
const maxPixelsPerSecond = 400;
export const zoomStep = 1.5;

/** A part of the drawing, in pixels from its beginning. */
export type Span = { readonly fromPx: number; readonly toPx: number };

type Drawn = { readonly pixelsPerSecond: number; readonly span: Span };

interface Places<Line = { readonly startSeconds: number }> {
  readonly lines: readonly Line[];
  readonly durationSeconds: number;
}

/**
 * Never past its neighbours, nor out of the video. @param playhead draws what comes near it; left out for keys
 * @returns in tenths of a second, or the playhead's place in hundredths; the place it has, where its neighbours leave no space
 */
export function placeLine(
  { lines, durationSeconds }: Places,
  index: number,
  wantedSeconds: number,
  playhead?: { readonly atSeconds: number; readonly pixelsPerSecond: number },
): number {
  const before = lines[index - 1];
  const from = before ? before.startSeconds + stepSeconds : 0;
  const to = Math.max(0, (lines[index + 1]?.startSeconds ?? durationSeconds) - stepSeconds);
  if (from > to) return lines[index]?.startSeconds ?? 0;
  const isCaught =
    playhead && Math.abs(playhead.atSeconds - wantedSeconds) * playhead.pixelsPerSecond <= catchPx;
  const snapped = isCaught ? roundTo(playhead.atSeconds, 100) : roundTo(wantedSeconds, 10);
  if (snapped >= from && snapped <= to) return snapped;
  // A neighbour may stand between two tenths.
  const bound = snapped < from ? from : to;
  const inside = (snapped < from ? Math.ceil : Math.floor)(roundTo(bound * 10, 100)) / 10;
  return inside >= from && inside <= to ? inside : roundTo(bound, 1000);
}

const roundTo = (value: number, perUnit: number): number => Math.round(value * perUnit) / perUnit;

export function findWholeZoom(durationSeconds: number, widthPx: number): number {
  return durationSeconds > 0 ? Math.max(1, widthPx) / durationSeconds : 1;
}

/** @param wanted pixels a second; less than the whole video shows the whole video */
export function limitZoom(wanted: number, durationSeconds: number, widthPx: number): number {
  return Math.max(findWholeZoom(durationSeconds, widthPx), Math.min(wanted, maxPixelsPerSecond));
}

/** What is in sight and half as much on both sides; it goes on in steps, so that most scrolling draws nothing. */
export function findDrawnSpan(scrolledPx: number, widthPx: number, contentPx: number): Span {
  const step = Math.max(1, widthPx / 2);
  const fromPx = Math.max(0, (Math.floor(scrolledPx / step) - 1) * step);
  return { fromPx, toPx: Math.min(contentPx, fromPx + 2 * widthPx + step) };
}

export function findLinesWithin<Line extends { readonly startSeconds: number; readonly needSeconds: number }>(
  { lines, durationSeconds }: Places<Line>,
  { pixelsPerSecond, span }: Drawn,
): Line[] {
  return lines.filter(({ startSeconds, needSeconds }, index) => {
    const availableEndSeconds = lines[index + 1]?.startSeconds ?? durationSeconds;
    const endSeconds = Math.max(startSeconds + needSeconds, availableEndSeconds);
    return endSeconds * pixelsPerSecond >= span.fromPx && startSeconds * pixelsPerSecond <= span.toPx;
  });
}

export function findScrollAfterZoom(scrolledPx: number, anchorPx: number, from: number, to: number): number {
  return ((scrolledPx + anchorPx) / from) * to - anchorPx;
}

/** Where to scroll so that a place is in sight, with some space around it. @returns undefined where it is in sight already */
export function findScrollTo(placePx: number, scrolledPx: number, widthPx: number): number | undefined {
  const margin = widthPx * 0.1;
  if (placePx >= scrolledPx + margin * 0.2 && placePx <= scrolledPx + widthPx - margin) return undefined;
  return Math.max(0, placePx - margin);
}

const markSteps = [0.1, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const markPx = 76;

export function listMarks({ pixelsPerSecond, span }: Drawn): number[] {
  const step = markSteps.find(seconds => seconds * pixelsPerSecond >= markPx) ?? 7200;
  const first = Math.ceil(span.fromPx / pixelsPerSecond / step);
  const last = Math.floor(span.toPx / pixelsPerSecond / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => roundTo((first + at) * step, 1000));
}

const maxPictures = 24;

/** The seconds of the pictures along a whole video, of its aspect ratio: as many as fit beside each other. */
export function listPicturePlaces(durationSeconds: number, widthPx: number, picturePx: number): number[] {
  const count = Math.max(1, Math.min(maxPictures, Math.floor(widthPx / picturePx)));
  // From the middle of the part that each stands for.
  return Array.from({ length: count }, (_, at) => roundTo(((at + 0.5) * durationSeconds) / count, 100));
}

const barPx = 3;

/**
 * One bar stands for the same part of the sound wherever the window is, so that nothing flickers.
 * @returns heights of 0 to 1 of the loudest; fewer than fit into the span where the sound is not known or over
 */
export function listBars({ peaks }: Loudness, loudest: number, { pixelsPerSecond, span }: Drawn) {
  const barSeconds = barPx / pixelsPerSecond;
  const peaksOfBar = barSeconds / peakSeconds;
  const first = Math.floor(span.fromPx / barPx);
  const last = Math.min(Math.ceil(span.toPx / barPx), Math.ceil(peaks.length / peaksOfBar));
  return Array.from({ length: Math.max(0, last - first) }, (_, at) => {
    const bar = first + at;
    const from = Math.floor(bar * peaksOfBar);
    const within = peaks.subarray(from, Math.max(from + 1, Math.floor((bar + 1) * peaksOfBar)));
    const height = within.reduce((most, peak) => Math.max(most, peak), 0) / loudest;
    return { startSeconds: bar * barSeconds, endSeconds: (bar + 1) * barSeconds, height };
  });
}

/** The loudest peak of a sound; not less than what is all but silence, which is not drawn as noise. */
export function findLoudest({ peaks }: Loudness): number {
  return peaks.reduce((loudest, peak) => Math.max(loudest, peak), 0.02);
}
