import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { maxLineCharacters } from '#shared/limits.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { lineMessages } from '#shared/messages/line-problems.ts';
import { t } from '#shared/messages/message.ts';
import { type Line, type LineCue, toCues } from '#shared/narration/project.ts';
import { sumStillness } from '#shared/script/cues.ts';
import {
  type DescribedVideo,
  type DescriptionPlan,
  type LineToPlan,
  listAvailableSeconds,
  placeDelivery,
  planDescription,
} from '#shared/script/plan-lines.ts';
import type { Sound } from './editor-state.ts';
import type { LineNeed } from './judge-line.ts';

/** A line of a timed narration with what follows from it; the same object while nothing of it changes. */
export interface LineState extends LineNeed {
  readonly line: Line;
  readonly index: number;
  /** By the document: its pause before it comes first. */
  readonly startSeconds: number;
  readonly pace: number;
  readonly pauseBeforeSeconds: number;
  readonly pauseAfterSeconds: number;
  /** Its sound, where it was spoken as it is now. */
  readonly sound: Sound | undefined;
  /** How much text it has time for, such as `about 12 words`; of a line without text. */
  readonly fits: string | undefined;
  /** What is wrong with its time or its length. */
  readonly problem: string | undefined;
}

export interface LineKnowledge {
  readonly durationSeconds: number;
  readonly language: LanguageName;
  readonly findSound: (line: Line) => Sound | undefined;
  /** How long a text takes to speak, in seconds. */
  readonly estimate: (text: string) => number;
  readonly described: DescribedVideo | undefined;
  readonly maxSpeed?: number | undefined;
}

/** The lines of a timed narration with what each needs and what it has. @param before what was listed last, to share what stays */
export function listLines(
  lines: readonly Line[],
  knowledge: LineKnowledge,
  before: readonly LineState[] = [],
): readonly LineState[] {
  const { durationSeconds, language, findSound, estimate, described, maxSpeed } = knowledge;
  const cues = toCues(lines);
  const availableDurations = listAvailableSeconds(
    cues,
    described?.durationSeconds ?? durationSeconds,
    described,
  );
  const listed = lines.map((line, index): LineState => {
    const isBlank = line.text.trim() === '';
    const sound = isBlank ? undefined : findSound(line);
    const startSeconds = cues[index]?.startSeconds ?? 0;
    const time = {
      startSeconds,
      availableSeconds: availableDurations[index] ?? 0,
      seconds: isBlank ? 0 : (sound?.seconds ?? estimate(line.text)),
    };
    const { seconds: needSeconds, ...placed } = placeDelivery(time, line);
    return {
      line,
      index,
      ...placed,
      startSeconds,
      sound,
      fits: isBlank ? describeFits(language, placed.availableSeconds) : undefined,
      needSeconds,
      isSpoken: sound !== undefined,
      problem: describeProblem(cues, index, durationSeconds),
      maxSpeed,
      speed: undefined,
      waitSeconds: undefined,
      leftOut: undefined,
    };
  });
  if (!described) return share(listed, before);
  const plan = planLines(listed, described);
  const shared = share(describeHeard(listed, plan), before);
  plans.set(shared, plan);
  return shared;
}

const plans = new WeakMap<readonly LineState[], DescriptionPlan<PlannedState>>();

/** Where the lines of a description are played, as far as is known; undefined for others, and until the gaps are known. */
export function getDescriptionPlan(lines: readonly LineState[]): DescriptionPlan<LineToPlan> | undefined {
  return plans.get(lines);
}

function describeFits(language: LanguageName, availableSeconds: number): string | undefined {
  const { unit, perMinute } = getLanguage(language).speakingRate;
  const count = Math.floor((availableSeconds / 60) * perMinute);
  return count < 1
    ? undefined
    : t(lineEditorMessages[unit === 'words' ? 'fitsWords' : 'fitsCharacters'], { count });
}

interface PlannedState extends LineToPlan {
  readonly index: number;
}

function planLines(lines: readonly LineState[], described: DescribedVideo): DescriptionPlan<PlannedState> {
  const toPlan = lines.flatMap(state => {
    const { line, index, needSeconds: seconds, startSeconds, ...pauses } = state;
    const { pauseBeforeSeconds, pauseAfterSeconds } = pauses;
    const placed = { startSeconds: startSeconds + pauseBeforeSeconds, pauseBeforeSeconds, pauseAfterSeconds };
    return seconds > 0 ? [{ id: line.id, index, text: line.text, seconds, ...placed }] : [];
  });
  return planDescription(toPlan, described);
}

/** Adds how each line of a description is played, as far as is known. */
function describeHeard(
  lines: readonly LineState[],
  plan: DescriptionPlan<PlannedState>,
): readonly LineState[] {
  const heard = new Map(plan.lines.map(planned => [planned.line.index, planned]));
  const leftOut = new Map(plan.leftOut.map(({ line, reason }) => [line.index, reason]));
  return lines.map((line, index) => {
    const planned = heard.get(index);
    if (!planned) return { ...line, leftOut: leftOut.get(index) };
    return { ...line, speed: planned.speed, waitSeconds: sumStillness(planned, plan.pauses) };
  });
}

function describeProblem(
  cues: readonly LineCue[],
  index: number,
  durationSeconds: number,
): string | undefined {
  const [line, before] = [cues[index], cues[index - 1]];
  if (!line) return undefined;
  if (line.text.length > maxLineCharacters)
    return t(lineMessages.thisTooLong, { count: line.text.length, limit: maxLineCharacters });
  if (before && line.startSeconds <= before.startSeconds)
    return t(lineEditorMessages.startsTooEarly, { number: index });
  return line.startSeconds >= durationSeconds ? t(lineEditorMessages.startsAfterVideo) : undefined;
}

/** The objects of before for lines that stayed as they were, so that only others are drawn anew. */
function share(lines: readonly LineState[], before: readonly LineState[]): readonly LineState[] {
  const byId = new Map(before.map(state => [state.line.id, state]));
  const shared = lines.map(state => {
    const known = byId.get(state.line.id);
    return known && isSame(known, state) ? known : state;
  });
  return shared.length === before.length && shared.every((state, at) => state === before[at])
    ? before
    : shared;
}

function isSame(one: LineState, other: LineState): boolean {
  const keys = Object.keys(other) as (keyof LineState)[];
  return keys.every(key => one[key] === other[key]);
}
