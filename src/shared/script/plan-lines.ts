import type { DescriptionKind } from '../description.ts';
import { maxSpeed } from '../limits.ts';
import { descriptionMessages } from '../messages/description.ts';
import { t } from '../messages/message.ts';
import { type Cue, computeAvailableSeconds, type PicturePause, sumPauses, toPausedSeconds } from './cues.ts';
import { joinSpans, listPauses, maxWaitSeconds, type TimeSpan } from './gaps.ts';

/** How a line stands in its time, as the document says it. */
export interface LineDelivery {
  /** 1 is the voice's own. */
  readonly pace?: number | undefined;
  readonly pauseBeforeMs?: number | undefined;
  readonly pauseAfterMs?: number | undefined;
}

/** Silence around a line that nothing may fill. */
export interface Pauses {
  readonly pauseBeforeSeconds?: number | undefined;
  readonly pauseAfterSeconds?: number | undefined;
}

/** Sounds can be played at half to double speed, and a line that must fit is played up to 1.5 times as fast. */
const paceBounds = { least: 0.5, most: 1.3 };

/**
 * Applies a line's pace and pauses to its times by the document, before lines are placed (`placeInOrder`, `planDescription`).
 * @returns when it starts after its pause, what it needs at its pace, the time available without its pauses; its sound is played at `pace`
 * times the speed at which it is placed
 */
export function placeDelivery(
  { startSeconds, availableSeconds, seconds }: Omit<LineToPlace, keyof Pauses>,
  { pace: asked = 1, pauseBeforeMs = 0, pauseAfterMs = 0 }: LineDelivery,
) {
  const pace = Math.min(paceBounds.most, Math.max(paceBounds.least, asked));
  const [pauseBeforeSeconds, pauseAfterSeconds] = [pauseBeforeMs / 1000, pauseAfterMs / 1000];
  return {
    pace,
    startSeconds: startSeconds + pauseBeforeSeconds,
    availableSeconds: Math.max(0, availableSeconds - pauseBeforeSeconds - pauseAfterSeconds),
    seconds: seconds / pace,
    pauseBeforeSeconds,
    pauseAfterSeconds,
  };
}

/** The shortest pause between two lines, and before speech. */
const minPauseSeconds = 0.05;

/** The speed of a line in its available duration. */
interface LineSpeed {
  /** 1 if it need not be faster; at most {@link maxSpeed} unless another limit is given. */
  readonly speed: number;
  /** The remaining excess in seconds; 0 if it fits. */
  readonly excessSeconds: number;
}

/** The speed at which a sound, without silence at its ends, fits until the next line begins or the video ends. */
export function chooseSpeed(seconds: number, availableSeconds: number, most = maxSpeed): LineSpeed {
  const available = Math.max(0, availableSeconds - minPauseSeconds);
  if (seconds <= available) return { speed: 1, excessSeconds: 0 };
  // A tenth of a percent more, because time stretching is exact only to a few samples.
  const speed = Math.min(most, available > 0 ? (seconds / available) * 1.001 : most);
  const excess = seconds / speed - available;
  return { speed, excessSeconds: excess > 0.001 ? excess : 0 };
}

/** A spoken line at its own pace. */
interface LineToPlace extends Pauses {
  /** After its pause. */
  readonly startSeconds: number;
  readonly seconds: number;
  /** Until the next line begins or the video ends, without its pauses. */
  readonly availableSeconds: number;
}

/** Between two lines without times. */
export const pauseBetweenSeconds = 0.4;

interface Order {
  /** Default {@link maxSpeed}. */
  readonly most?: number | undefined;
  /** After each line, besides its own pause; for lines without times {@link pauseBetweenSeconds}. */
  readonly pauseSeconds?: number | undefined;
}

/** Places lines one after another as they come, none cut: one that is too long delays the next, which then has less time. Pauses are kept. */
export function createPlacer({ most = maxSpeed, pauseSeconds = 0 }: Order = {}) {
  let freeSeconds = 0;
  return <Line extends LineToPlace>(line: Line): PlannedLine<Line> => {
    const startSeconds = Math.max(line.startSeconds, freeSeconds + (line.pauseBeforeSeconds ?? 0));
    const delaySeconds = startSeconds - line.startSeconds;
    const { speed } = chooseSpeed(line.seconds, line.availableSeconds - delaySeconds, most);
    const endSeconds = startSeconds + line.seconds / speed;
    freeSeconds = endSeconds + (line.pauseAfterSeconds ?? 0) + pauseSeconds;
    return { line, speed, startSeconds, endSeconds };
  };
}

/** {@link createPlacer} for lines that are all there. */
export function placeInOrder<Line extends LineToPlace>(
  lines: readonly Line[],
  order?: Order,
): PlannedLine<Line>[] {
  const place = createPlacer(order);
  return lines.map(line => place(line));
}

/** How far a line without a gap may move to a pause between words. */
const maxMoveSeconds = 5;
/** The shortest pause between two words at which the picture may stop. */
const minQuietSeconds = 0.15;
/** Kept from the words around it, whose times are not exact. */
const marginSeconds = 0.1;
/** A pause must be followed by more of the video. */
const lastPictureSeconds = 0.5;

/** A line and its duration at its own pace, without silence at its ends. It starts after its pause. */
export interface LineToPlan extends Cue, Pauses {
  /** Of the document's line, where there is one. */
  readonly id?: string | undefined;
  readonly seconds: number;
}

export interface DescribedVideo {
  readonly kind: DescriptionKind;
  /** The speech gaps, in order. */
  readonly gaps: readonly TimeSpan[];
  readonly durationSeconds: number;
  /**
   * Speech in order, in more detail than the gaps: pauses are placed between two words. Undefined if the sound cannot be decoded: then
   * a pause may be anywhere.
   */
  readonly speech?: readonly TimeSpan[] | undefined;
  /** All words that are said, if known: pauses are placed between them. */
  readonly words?: readonly TimeSpan[] | undefined;
}

/** Time and speed of a line in the finished video. */
export interface PlannedLine<Line> {
  readonly line: Line;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly speed: number;
}

interface LeftOutLine<Line> {
  readonly line: Line;
  readonly reason: string;
  /** Fewer words would help. */
  readonly isTooLong: boolean;
}

export interface DescriptionPlan<Line> {
  readonly lines: readonly PlannedLine<Line>[];
  /** In order; none in a standard description. */
  readonly pauses: readonly PicturePause[];
  readonly leftOut: readonly LeftOutLine<Line>[];
  /** Of the finished video: the original and its pauses. */
  readonly durationSeconds: number;
}

export interface LineFit extends LineSpeed {
  /** How long the video pauses for it, in an extended description; undefined if it does not. */
  readonly pauseSeconds?: number | undefined;
}

/** How a line fits: faster if that is enough; else, in an extended description, while the video pauses. */
export function fitLine(seconds: number, availableSeconds: number, kind?: DescriptionKind): LineFit {
  const fit = chooseSpeed(seconds, availableSeconds);
  if (kind !== 'extended' || fit.excessSeconds === 0) return fit;
  // With a pause, the line keeps its natural speed.
  const pauseSeconds = seconds + minPauseSeconds - Math.max(0, availableSeconds);
  return { speed: 1, excessSeconds: 0, pauseSeconds };
}

/**
 * Seconds for each line, in time order: until the next one, the end of the video or, in a description, speech; 0 for one that begins
 * during speech.
 * @param durationSeconds undefined for lines without times, which may take any
 */
export function listAvailableSeconds(
  cues: readonly Cue[],
  durationSeconds: number | undefined,
  description?: Pick<DescribedVideo, 'gaps'>,
): number[] {
  if (durationSeconds === undefined) return cues.map(() => Number.POSITIVE_INFINITY);
  if (!description) return computeAvailableSeconds(cues, durationSeconds);
  const findGap = createGapFinder(description.gaps, durationSeconds);
  return cues.map(({ startSeconds }, index) => {
    const gap = findGap(startSeconds);
    if (!gap) return 0;
    const until = Math.min(cues[index + 1]?.startSeconds ?? gap.endSeconds, gap.endSeconds);
    return Math.max(0, until - Math.max(startSeconds, gap.startSeconds));
  });
}

/**
 * Places the spoken lines of a description in the gaps of a video, never over speech. In a standard description a line that does
 * not fit its gap, even faster, is left out; in an extended one the video pauses for the missing time, at the end of the gap or,
 * without a gap, at the next pause in the speech, or the one before. Without a pause near the line is left out: the video never stops
 * within a word.
 * @param lines in the order of their times
 */
export function planDescription<Line extends LineToPlan>(
  lines: readonly Line[],
  video: DescribedVideo,
): DescriptionPlan<Line> {
  const findGap = createGapFinder(video.gaps, video.durationSeconds);
  const placed = new Placement<Line>(video);
  for (const [index, line] of lines.entries()) {
    const gap = findGap(line.startSeconds);
    const next = lines[index + 1];
    const nextSeconds = next ? next.startSeconds - (next.pauseBeforeSeconds ?? 0) : Number.POSITIVE_INFINITY;
    if (gap) placed.placeInGap(line, gap, nextSeconds);
    else placed.placeInSpeech(line);
  }
  return placed.finish();
}

/** The lines placed so far. Lines are only added at the end; placed lines do not move. */
class Placement<Line extends LineToPlan> {
  readonly #video: DescribedVideo;
  /** Pauses between words, in order. */
  readonly #quiet: readonly TimeSpan[];
  readonly #lines: PlannedLine<Line>[] = [];
  readonly #leftOut: LeftOutLine<Line>[] = [];
  readonly #pauses: PicturePause[] = [];
  /** In seconds of the original: no line may be placed before it. */
  #floorSeconds = 0;

  constructor(video: DescribedVideo) {
    this.#video = video;
    this.#quiet = listQuiet(video);
  }

  placeInGap(line: Line, gap: TimeSpan, nextSeconds: number): void {
    const { pauseBeforeSeconds = 0, pauseAfterSeconds = 0 } = line;
    const from = Math.max(line.startSeconds, gap.startSeconds + pauseBeforeSeconds);
    // Words may reach into a gap that was found by sound.
    const quiet = this.#quiet.findLast(each => each.startSeconds < gap.endSeconds && each.endSeconds > from);
    if (!quiet) {
      this.placeInSpeech(line);
      return;
    }
    const endSeconds = Math.min(gap.endSeconds, quiet.endSeconds);
    const startSeconds = Math.max(toPausedSeconds(from, this.#pauses), this.#findFree() + pauseBeforeSeconds);
    const quietSeconds = startSeconds + pauseAfterSeconds;
    const availableSeconds = this.#findSpeechStart(endSeconds) - quietSeconds;
    const untilNext = toPausedSeconds(Math.min(nextSeconds, endSeconds), this.#pauses) - quietSeconds;
    const calm = chooseSpeed(line.seconds, Math.min(availableSeconds, untilNext));
    const fit: LineFit =
      calm.excessSeconds === 0 ? calm : fitLine(line.seconds, availableSeconds, this.#video.kind);
    if (fit.excessSeconds > 0) {
      const isPushed = startSeconds > toPausedSeconds(from, this.#pauses);
      const reason = describeExcess(line.seconds, availableSeconds, isPushed);
      this.#leftOut.push({ line, reason, isTooLong: true });
      return;
    }
    if (fit.pauseSeconds) this.#addPause(this.#findPlace(quiet, endSeconds), fit.pauseSeconds);
    this.#add(line, startSeconds, fit.speed);
    this.#floorSeconds = Math.max(this.#floorSeconds, gap.startSeconds);
  }

  placeInSpeech(line: Line): void {
    const isStandard = this.#video.kind === 'standard';
    const place = isStandard ? undefined : this.#findBreak(line.startSeconds);
    if (place === undefined) {
      const { duringSpeech, noPauseNear } = descriptionMessages;
      const reason = isStandard ? t(duringSpeech) : t(noPauseNear, { seconds: maxMoveSeconds });
      this.#leftOut.push({ line, reason, isTooLong: false });
      return;
    }
    const { pauseBeforeSeconds = 0, pauseAfterSeconds = 0 } = line;
    const speechSeconds = this.#findSpeechStart(place);
    const startSeconds = Math.max(speechSeconds, this.#findFree()) + pauseBeforeSeconds;
    const endSeconds = startSeconds + line.seconds + pauseAfterSeconds + minPauseSeconds;
    this.#addPause(place, endSeconds - speechSeconds);
    this.#add(line, startSeconds, 1);
    this.#floorSeconds = place;
  }

  finish(): DescriptionPlan<Line> {
    const durationSeconds = this.#video.durationSeconds + sumPauses(this.#pauses);
    return { lines: this.#lines, pauses: this.#pauses, leftOut: this.#leftOut, durationSeconds };
  }

  /** End of the last line and its pause in the finished video. */
  #findFree(): number {
    const last = this.#lines.at(-1);
    return last ? last.endSeconds + (last.line.pauseAfterSeconds ?? 0) + minPauseSeconds : 0;
  }

  /** Start in the finished video of something at a time of the original, after any pause there. */
  #findSpeechStart(seconds: number): number {
    return seconds + sumPauses(this.#pauses.filter(({ atSeconds }) => atSeconds <= seconds));
  }

  /** The place in the next pause between words, else in the one before; undefined if none is near, and the time if none is known. */
  #findBreak(seconds: number): number | undefined {
    const near = this.#quiet
      .filter(
        ({ startSeconds, endSeconds }) =>
          Math.max(startSeconds - seconds, seconds - endSeconds) < maxMoveSeconds,
      )
      .map(quiet => ({ place: this.#findPlace(quiet, Math.max(seconds, this.#floorSeconds)), quiet }))
      .filter(({ place }) => place >= this.#floorSeconds && Math.abs(place - seconds) <= maxMoveSeconds);
    const next = near.find(({ quiet }) => quiet.endSeconds >= seconds);
    const place = (next ?? near.at(-1))?.place;
    if (place !== undefined || this.#video.speech || this.#video.words) return place;
    const last = Math.max(0, this.#video.durationSeconds - lastPictureSeconds);
    return Math.min(Math.max(seconds, this.#floorSeconds), last);
  }

  /** The place in a pause that is nearest to a time. */
  #findPlace({ startSeconds, endSeconds }: TimeSpan, seconds: number): number {
    const margin = Math.min(marginSeconds, (endSeconds - startSeconds) / 2);
    const last = Math.min(endSeconds - margin, this.#video.durationSeconds - lastPictureSeconds);
    return Math.max(startSeconds, Math.min(Math.max(seconds, startSeconds + margin), last));
  }

  /** Extends an existing pause. */
  #addPause(atSeconds: number, seconds: number): void {
    const known = this.#pauses.findIndex(each => each.atSeconds === atSeconds);
    if (known < 0) this.#pauses.push({ atSeconds, seconds });
    else this.#pauses[known] = { atSeconds, seconds: (this.#pauses[known]?.seconds ?? 0) + seconds };
  }

  #add(line: Line, startSeconds: number, speed: number): void {
    this.#lines.push({ line, startSeconds, endSeconds: startSeconds + line.seconds / speed, speed });
  }
}

function describeExcess(seconds: number, availableSeconds: number, isPushed: boolean): string {
  const message = isPushed ? descriptionMessages.linesBefore : descriptionMessages.gapTooShort;
  const available = Math.max(0, availableSeconds).toFixed(1);
  return t(message, { seconds: seconds.toFixed(1), available });
}

/** Finds the gap in which a line begins, or for which it waits. */
function createGapFinder(gaps: readonly TimeSpan[], durationSeconds: number) {
  return (seconds: number): TimeSpan | undefined => {
    const gap = gaps.find(each => each.endSeconds > seconds);
    if (!gap || gap.startSeconds - seconds > maxWaitSeconds) return undefined;
    const endSeconds = Math.min(gap.endSeconds, durationSeconds);
    return endSeconds > Math.max(seconds, gap.startSeconds) ? { ...gap, endSeconds } : undefined;
  };
}

/** The beginning and the pauses between words, as far as they are known, before the last picture. */
function listQuiet({ gaps, durationSeconds, speech, words = speech }: DescribedVideo): readonly TimeSpan[] {
  const quiet = words ? listPauses(joinSpans(words), durationSeconds, minQuietSeconds) : gaps;
  const usable = quiet.filter(({ startSeconds }) => startSeconds < durationSeconds - lastPictureSeconds);
  return [{ startSeconds: 0, endSeconds: 0 }, ...usable];
}
