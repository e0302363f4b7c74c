import { shallow } from 'zustand/vanilla/shallow';
import type { DescriptionKind } from '#shared/description.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { maxLineCharacters, maxSubtitleSpeed } from '#shared/limits.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { lineMessages } from '#shared/messages/line-problems.ts';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import {
  getDescriptionKind,
  isTimed,
  type Line,
  type LineCue,
  type Narration,
  type Project,
  toCues,
} from '#shared/narration/project.ts';
import { sumStillness } from '#shared/script/cues.ts';
import { estimateSeconds, type SpeechRate, startRate } from '#shared/script/estimate-speech.ts';
import { computeGaps } from '#shared/script/gaps.ts';
import {
  chooseSpeed,
  type DescribedVideo,
  type DescriptionPlan,
  type LineToPlan,
  listAvailableSeconds,
  placeDelivery,
  planDescription,
} from '#shared/script/plan-lines.ts';
import { listWords, toSpeech } from '#shared/transcript/to-transcript.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type { EditorState, Sound } from './editor-state.ts';
import { findLineSound, getNarration, rememberSounding } from './select.ts';

/** A line of a timed narration with what follows from it; the same object while nothing of it changes. */
export interface LineState extends LineNeed {
  readonly line: Line;
  readonly index: number;
  /** By the document: its pause before it comes first. */
  readonly startSeconds: number;
  readonly pace: number;
  readonly pauseBeforeSeconds: number;
  readonly pauseAfterSeconds: number;
  readonly sound: Sound | undefined;
  /** How much text it has time for, such as `about 12 words`; of a line without text. */
  readonly fits: string | undefined;
  readonly problem: string | undefined;
}

interface LineKnowledge {
  readonly durationSeconds: number;
  readonly language: LanguageName;
  readonly findSound: (line: Line) => Sound | undefined;
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

type PlannedState = LineToPlan & { readonly index: number };

function planLines(lines: readonly LineState[], described: DescribedVideo): DescriptionPlan<PlannedState> {
  const toPlan = lines.flatMap(state => {
    const { line, index, needSeconds: seconds, startSeconds, ...pauses } = state;
    const { pauseBeforeSeconds, pauseAfterSeconds } = pauses;
    const placed = { startSeconds: startSeconds + pauseBeforeSeconds, pauseBeforeSeconds, pauseAfterSeconds };
    return seconds > 0 ? [{ id: line.id, index, text: line.text, seconds, ...placed }] : [];
  });
  return planDescription(toPlan, described);
}

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
    return known && shallow(known, state) ? known : state;
  });
  return shared.length === before.length && shared.every((state, at) => state === before[at])
    ? before
    : shared;
}

interface LineFit {
  readonly kind: 'empty' | 'fits' | 'faster' | 'waits' | 'too long';
  /** How much of the available duration it takes, 0 to 1. */
  readonly share: number;
}

interface LineNeed {
  readonly needSeconds: number;
  readonly availableSeconds: number;
  readonly isSpoken: boolean;
  readonly maxSpeed?: number | undefined;
  /** In a description: its speed; undefined in a narration, and where it is left out. */
  readonly speed?: number | undefined;
  readonly waitSeconds?: number | undefined;
  readonly leftOut?: string | undefined;
}

const minWaitSeconds = 0.05;

/** Whether a line can be spoken before the next one begins, as it is or slightly faster; in a description, how it is played. */
export function judgeLine(line: LineNeed): LineFit {
  const { needSeconds, availableSeconds, maxSpeed, speed, leftOut, waitSeconds = 0 } = line;
  if (needSeconds === 0) return { kind: 'empty', share: 0 };
  if (leftOut !== undefined) return { kind: 'too long', share: 1 };
  const share = availableSeconds > 0 ? Math.min(1, needSeconds / availableSeconds) : 1;
  if (waitSeconds >= minWaitSeconds) return { kind: 'waits', share };
  if ((speed ?? chooseSpeed(needSeconds, availableSeconds, maxSpeed).speed) === 1)
    return { kind: 'fits', share };
  return { kind: findLineExcess(line) === 0 ? 'faster' : 'too long', share };
}

export function findTooLong<T extends LineNeed>(lines: readonly T[]): T[] {
  return lines.filter(line => judgeLine(line).kind === 'too long');
}

/** What shortening is called: it also speaks what is not spoken yet, which may cost, and so is said. */
export function nameFitting(lines: readonly (LineNeed & { readonly line: Line })[]): string {
  const unlocked = findTooLong(lines).filter(({ line }) => !line.isLocked);
  const unspoken = lines.filter(
    each => !each.isSpoken && each.line.text.trim() !== '' && !unlocked.includes(each),
  );
  const { fitLines, fitAndSpeak } = spokenScriptMessages;
  const count = unlocked.length + unspoken.length;
  return unspoken.length === 0 ? t(fitLines) : t(fitAndSpeak, { count });
}

export function findLineExcess(line: Omit<LineNeed, 'isSpoken'>): number {
  const { needSeconds, availableSeconds, maxSpeed, speed, leftOut } = line;
  if (leftOut !== undefined) return Math.max(0.1, needSeconds - availableSeconds);
  return speed === undefined ? findExcessSeconds(needSeconds, availableSeconds, maxSpeed) : 0;
}

/** By how many seconds a line is too long, even at the highest speed; 0 when it fits. */
export function findExcessSeconds(needSeconds: number, availableSeconds: number, maxSpeed?: number): number {
  const { excessSeconds } = chooseSpeed(needSeconds, availableSeconds, maxSpeed);
  // What is too long is never shown as 0.0 s.
  return excessSeconds === 0 ? 0 : Math.max(0.1, excessSeconds);
}

export const printSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`;

/** What a line needs of its available duration, such as "about 4.1 of 5.0 s"; of a line without words what it has. */
export function describeNeed({ needSeconds, availableSeconds, isSpoken }: LineNeed): string {
  const [need, available] = [needSeconds.toFixed(1), availableSeconds.toFixed(1)];
  // As much as one decimal shows.
  const hasTime = availableSeconds >= 0.05;
  const { available: onlyAvailable, noTime, needNoTime, needNoTimeEstimate } = lineEditorMessages;
  if (needSeconds === 0) return hasTime ? t(onlyAvailable, { available }) : t(noTime);
  if (!hasTime) return t(isSpoken ? needNoTime : needNoTimeEstimate, { need });
  return t(isSpoken ? lineEditorMessages.need : lineEditorMessages.needEstimate, { need, available });
}

/** How a line fits, such as "2.0 s too long"; undefined where there is nothing to say. */
export function describeFit(line: LineNeed): string | undefined {
  const { kind } = judgeLine(line);
  if (kind === 'faster') return t(lineEditorMessages.faster);
  if (kind === 'waits')
    return t(lineEditorMessages.videoPauses, { seconds: printSeconds(line.waitSeconds ?? 0) });
  if (kind !== 'too long') return undefined;
  if (line.leftOut !== undefined) return t(lineEditorMessages.leftOut);
  return t(lineEditorMessages.tooLong, { seconds: printSeconds(findLineExcess(line)) });
}

export const getSpokenLanguage = ({ language }: Narration, { form }: Pick<EditorState, 'form'>) =>
  language ?? form.language;

/** The video's length; without a video that of the narration, as far as it is known. */
export function getDurationSeconds(state: EditorState): number {
  const videoSeconds = state.video?.facts.durationSeconds;
  if (videoSeconds !== undefined) return videoSeconds;
  const narration = getNarration(state);
  const last = narration?.lines.at(-1);
  if (!narration || !last) return 0;
  const estimate = createEstimate(state.speechRate, getSpokenLanguage(narration, state));
  return Math.ceil((last.startMs ?? 0) / 1000 + 1.2 * estimate(last.text) + 1);
}

/** Without a video there is no speech to avoid. @returns undefined for a narration, and while the gaps are unknown */
export function getDescribedVideo(state: EditorState): DescribedVideo | undefined {
  const narration = getNarration(state);
  const kind = narration && getDescriptionKind(narration);
  if (!kind) return undefined;
  return describeVideo(kind, getDurationSeconds(state), state.heard, state.video, state.project.transcript);
}

const describeVideo = rememberLast(describeVideoAnew);

function describeVideoAnew(
  kind: DescriptionKind,
  durationSeconds: number,
  heard: EditorState['heard'],
  video: EditorState['video'],
  transcript: Project['transcript'],
): DescribedVideo | undefined {
  // Where the times of words are known, they are more exact than what is found by sound.
  const said = transcript && toSpeech(transcript);
  const whole = [{ startSeconds: 0, endSeconds: durationSeconds }];
  const gaps = said ? computeGaps(said, durationSeconds) : (heard?.gaps ?? (video ? undefined : whole));
  const speech = said ?? (heard?.isHeard ? heard.speech : undefined);
  const words = transcript && listWords(transcript);
  return gaps && { kind, gaps, speech, words, durationSeconds };
}

const none: readonly LineState[] = [];
let last = none;

/** The lines of the narration that is shown, with what each needs and has; the same list while nothing of it changes. */
export function getLineStates(state: EditorState): readonly LineState[] {
  const narration = getNarration(state);
  if (!narration || !isTimed(narration)) return none;
  const language = getSpokenLanguage(narration, state);
  const [described, durationSeconds] = [getDescribedVideo(state), getDurationSeconds(state)];
  return listAnew(state, narration, state.speechRate, language, described, durationSeconds);
}

const listAnew = rememberSounding(
  (
    state,
    narration: Narration,
    speechRate: SpeechRate | undefined,
    language: LanguageName,
    described: DescribedVideo | undefined,
    durationSeconds: number,
  ) => {
    const findSound = (line: Line) => findLineSound(state, narration, line);
    const estimate = createEstimate(speechRate, language);
    const maxSpeed = narration.settings.isSpokenSubtitles ? maxSubtitleSpeed : undefined;
    const knowledge = { durationSeconds, language, findSound, estimate, described, maxSpeed };
    last = listLines(narration.lines, knowledge, last);
    return last;
  },
);

/** Guessed lengths are kept for as long as their rate: with each letter that is typed all other lines stay as they are. */
const guesses = new WeakMap<SpeechRate, Map<string, number>>();
const maxGuesses = 5000;
const firstRates = new Map<LanguageName, SpeechRate>();

/** How long texts take with a voice, in seconds; before anything was spoken, by the usual rate of the language. */
function createEstimate(rate: SpeechRate | undefined, language: LanguageName): (text: string) => number {
  const first = firstRates.get(language) ?? startRate(language);
  firstRates.set(language, first);
  const known = rate ?? first;
  const guessed = guesses.get(known) ?? new Map<string, number>();
  guesses.set(known, guessed);
  return text => {
    const before = guessed.get(text);
    if (before !== undefined) return before;
    const seconds = estimateSeconds(text, known);
    if (guessed.size >= maxGuesses) guessed.clear();
    guessed.set(text, seconds);
    return seconds;
  };
}
