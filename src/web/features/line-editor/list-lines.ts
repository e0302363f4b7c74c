import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { maxLineCharacters } from '#shared/limits.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { lineMessages } from '#shared/messages/line-problems.ts';
import { t } from '#shared/messages/message.ts';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import { type Cue, computeAvailableSeconds } from '#shared/script/cues.ts';
import { sumStillness } from '#shared/script/picture-pauses.ts';
import { computeGapSeconds, type DescribedVideo, planDescription } from '#shared/script/plan-description.ts';
import { findSound, type LineSounds, type SpokenWith } from './line-sound.ts';

/** A line of a timed script with its state. */
export interface BenchLine {
  readonly startSeconds: number;
  readonly text: string;
  /** Until the next line begins, or the video ends; in a description at most until somebody speaks. */
  readonly availableSeconds: number;
  /** How much text it has time for, such as `about 12 words`; of a line without text. */
  readonly fits: string | undefined;
  /** How long it takes to speak: measured where it was spoken, else estimated. */
  readonly needSeconds: number;
  readonly isSpoken: boolean;
  readonly isLocked: boolean;
  /** What is wrong with its time or its length. */
  readonly problem: string | undefined;
  /** Its text before it was shortened. */
  readonly before: string | undefined;
  /** What of it is not spoken. */
  readonly unspoken: string | undefined;
  /** See `LineNeed`. */
  readonly speed?: number | undefined;
  readonly waitSeconds?: number | undefined;
  readonly leftOut?: string | undefined;
}

export interface LineKnowledge {
  readonly durationSeconds: number;
  readonly language: LanguageName;
  readonly sounds: LineSounds;
  /** Undefined while there is no voice. */
  readonly spokenWith: SpokenWith | undefined;
  /** By when they begin. */
  readonly locked: ReadonlySet<number>;
  /** An estimate of how long a text takes to speak. */
  readonly estimate: (text: string) => number;
  /** They are an audio description of this video. */
  readonly described?: DescribedVideo | undefined;
}

/** The lines of a timed script with what each needs and what it has. */
export function listLines(script: string, knowledge: LineKnowledge): readonly BenchLine[] {
  const { durationSeconds, language, sounds, spokenWith, locked, estimate, described } = knowledge;
  const { cues } = parseTimedScript(script);
  const availableDurations = described
    ? computeGapSeconds(cues, described)
    : computeAvailableSeconds(cues, durationSeconds);
  const lines = cues.map(({ startSeconds, text }, index) => {
    const sound = text === '' ? undefined : findSound(sounds, text, spokenWith);
    return {
      startSeconds,
      text,
      availableSeconds: availableDurations[index] ?? 0,
      fits: text === '' ? describeFits(language, availableDurations[index] ?? 0) : undefined,
      needSeconds: text.trim() === '' ? 0 : (sound?.seconds ?? estimate(text)),
      isSpoken: sound !== undefined,
      isLocked: locked.has(startSeconds),
      problem: describeProblem(cues, index, durationSeconds),
      before: sound?.before,
      unspoken: sound?.unspoken,
    };
  });
  return described ? describeHeard(lines, described) : lines;
}

function describeFits(language: LanguageName, availableSeconds: number): string | undefined {
  const { unit, perMinute } = getLanguage(language).speakingRate;
  const count = Math.floor((availableSeconds / 60) * perMinute);
  return count < 1
    ? undefined
    : t(lineEditorMessages[unit === 'words' ? 'fitsWords' : 'fitsCharacters'], { count });
}

/** Adds how each line of a description is played, as far as is known. */
function describeHeard(lines: readonly BenchLine[], described: DescribedVideo): readonly BenchLine[] {
  const toPlan = lines.flatMap((line, index) =>
    line.needSeconds > 0 ? [{ ...line, index, seconds: line.needSeconds }] : [],
  );
  const plan = planDescription(toPlan, described);
  const heard = new Map(plan.lines.map(planned => [planned.line.index, planned]));
  const leftOut = new Map(plan.leftOut.map(({ line, reason }) => [line.index, reason]));
  return lines.map((line, index) => {
    const planned = heard.get(index);
    if (!planned) return { ...line, leftOut: leftOut.get(index) };
    return { ...line, speed: planned.speed, waitSeconds: sumStillness(planned, plan.pauses) };
  });
}

function describeProblem(cues: readonly Cue[], index: number, durationSeconds: number): string | undefined {
  const [line, before] = [cues[index], cues[index - 1]];
  if (!line) return undefined;
  if (line.text.length > maxLineCharacters)
    return t(lineMessages.thisTooLong, { count: line.text.length, limit: maxLineCharacters });
  if (before && line.startSeconds <= before.startSeconds)
    return t(lineEditorMessages.startsTooEarly, { number: index });
  return line.startSeconds >= durationSeconds ? t(lineEditorMessages.startsAfterVideo) : undefined;
}
