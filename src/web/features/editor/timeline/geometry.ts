export const stepSeconds = 0.1;
/** How near the playhead a line is drawn to it. */
const catchPx = 8;
/** The most that is shown of a second: a tenth is then wider than a finger's error. */
const maxPixelsPerSecond = 400;
export const zoomStep = 1.5;

/** A part of the drawing, in pixels from its beginning. */
export interface Span {
  readonly fromPx: number;
  readonly toPx: number;
}

/** How far lines may go apart and together. */
interface Places {
  readonly lines: readonly { readonly startSeconds: number }[];
  readonly durationSeconds: number;
}

/** From which place to which a line can be moved: never past its neighbours, nor out of the video. */
export function findBounds({ lines, durationSeconds }: Places, index: number): { from: number; to: number } {
  const before = lines[index - 1];
  const after = lines[index + 1];
  return {
    from: before ? before.startSeconds + stepSeconds : 0,
    to: Math.max(0, (after?.startSeconds ?? durationSeconds) - stepSeconds),
  };
}

/**
 * The place that a line gets when it is moved.
 * @param wantedSeconds where it would be by pointer or key
 * @param playhead draws what comes near it; left out for keys, which are exact by themselves
 * @returns in tenths of a second, or the playhead's place in hundredths; the place it has, where its neighbours leave no space
 */
export function placeLine(
  places: Places,
  index: number,
  wantedSeconds: number,
  playhead?: { readonly atSeconds: number; readonly pixelsPerSecond: number },
): number {
  const { from, to } = findBounds(places, index);
  if (from > to) return places.lines[index]?.startSeconds ?? 0;
  const isCaught =
    playhead && Math.abs(playhead.atSeconds - wantedSeconds) * playhead.pixelsPerSecond <= catchPx;
  const snapped = isCaught ? roundTo(playhead.atSeconds, 100) : roundTo(wantedSeconds, 10);
  if (snapped >= from && snapped <= to) return snapped;
  // A neighbour may stand between two tenths.
  const bound = snapped < from ? from : to;
  const inside = (snapped < from ? Math.ceil : Math.floor)(roundTo(bound * 10, 100)) / 10;
  return inside >= from && inside <= to ? inside : roundTo(bound, 1000);
}

function roundTo(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit;
}

export function findWholeZoom(durationSeconds: number, widthPx: number): number {
  return durationSeconds > 0 ? Math.max(1, widthPx) / durationSeconds : 1;
}

/** @param wanted pixels a second; less than the whole video shows the whole video */
export function limitZoom(wanted: number, durationSeconds: number, widthPx: number): number {
  return Math.max(findWholeZoom(durationSeconds, widthPx), Math.min(wanted, maxPixelsPerSecond));
}

/**
 * What is drawn: what is in sight and half as much on both sides, so that scrolling has something to show before more is
 * drawn. It goes on in steps, so that most scrolling draws nothing.
 */
export function findDrawnSpan(scrolledPx: number, widthPx: number, contentPx: number): Span {
  const step = Math.max(1, widthPx / 2);
  const fromPx = Math.max(0, (Math.floor(scrolledPx / step) - 1) * step);
  return { fromPx, toPx: Math.min(contentPx, fromPx + 2 * widthPx + step) };
}

/** Which lines, or their rooms, are within what is drawn. */
export function findLinesWithin<Line extends { readonly startSeconds: number; readonly needSeconds: number }>(
  { lines, durationSeconds }: { readonly lines: readonly Line[]; readonly durationSeconds: number },
  { pixelsPerSecond, span }: { readonly pixelsPerSecond: number; readonly span: Span },
): Line[] {
  return lines.filter(({ startSeconds, needSeconds }, index) => {
    const availableEndSeconds = lines[index + 1]?.startSeconds ?? durationSeconds;
    const endSeconds = Math.max(startSeconds + needSeconds, availableEndSeconds);
    return endSeconds * pixelsPerSecond >= span.fromPx && startSeconds * pixelsPerSecond <= span.toPx;
  });
}

/** Where to scroll so that what stands at a place of the window stays there under another zoom. */
export function findScrollAfterZoom(scrolledPx: number, anchorPx: number, from: number, to: number): number {
  return ((scrolledPx + anchorPx) / from) * to - anchorPx;
}

/**
 * Where to scroll so that a place is in sight, with some space around it.
 * @returns undefined where it is in sight already
 */
export function findScrollTo(placePx: number, scrolledPx: number, widthPx: number): number | undefined {
  const margin = widthPx * 0.1;
  if (placePx >= scrolledPx + margin * 0.2 && placePx <= scrolledPx + widthPx - margin) return undefined;
  return Math.max(0, placePx - margin);
}

const markSteps = [0.1, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

/** How far the written times of the ruler are apart, so that they do not overlap. */
export function chooseMarkStep(pixelsPerSecond: number): number {
  const available = 76;
  return markSteps.find(step => step * pixelsPerSecond >= available) ?? 7200;
}

export function listMarks(pixelsPerSecond: number, { fromPx, toPx }: Span): number[] {
  const step = chooseMarkStep(pixelsPerSecond);
  const first = Math.ceil(fromPx / pixelsPerSecond / step);
  const last = Math.floor(toPx / pixelsPerSecond / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => roundTo((first + at) * step, 1000));
}
