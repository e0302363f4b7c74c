import type { ScriptEngine } from '#engines/ports.ts';
import { getSeconds } from '#media/sound/line-sound.ts';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { speechConcurrency } from '#shared/defaults.ts';
import type { Language, LanguageName } from '#shared/languages.ts';
import { maxLineCharacters, maxSpeed } from '#shared/limits.ts';
import type { Pronunciation } from '#shared/pronunciations.ts';
import type { Cue } from '#shared/script/cues.ts';
import { estimateSeconds, startRate } from '#shared/script/estimate-speech.ts';
import type { DescriptionRequest } from '#shared/script/gaps.ts';
import {
  fitLine,
  type LineDelivery,
  type LineFit,
  listAvailableSeconds,
  placeDelivery,
} from '#shared/script/plan-lines.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { shortenInBatches } from './check-lines.ts';
import { settleLanguage } from './detect-language.ts';
import { countSaid, type LineSpeech, requireShortWhenSaid, type Speaker, speakLine } from './speak-line.ts';

/** The lines of a script, who speaks them, and the ways to make them fit. */
export interface FitRequest {
  /** In time order, with what each has of its own. */
  readonly cues: readonly (Cue & LineDelivery)[];
  /** Of the line at an index. */
  readonly getSpeaker: (index: number) => Speaker;
  /** Detected from the texts if undefined. */
  readonly language?: LanguageName | undefined;
  readonly pronunciations?: readonly Pronunciation[] | undefined;
  /** Of the video; undefined for lines without times, which all fit. */
  readonly durationSeconds?: number | undefined;
  /** Indexes of the lines to speak; default all. */
  readonly lines?: readonly number[] | undefined;
  /** Known durations of other lines, which are spoken again only if their words change. */
  readonly known?: readonly { readonly index: number; readonly seconds: number }[] | undefined;
  /** Indexes of lines that must not be shortened. */
  readonly locked?: readonly number[] | undefined;
  readonly prompt?: string | undefined;
  /** For an audio description: lines have the duration of their gaps. */
  readonly description?: DescriptionRequest | undefined;
}

export interface FittedLine extends LineFit, Omit<LineSpeech, 'refusal'> {
  readonly index: number;
  readonly startSeconds: number;
  readonly text: string;
  readonly before: string | undefined;
  readonly seconds: number;
}

export type FitStep = { readonly line: FittedLine } | { readonly lines: readonly Cue[] };

const maxShortenings = 2;
/**
 * Lines whose estimate exceeds the limit by this are shortened before they are spoken: the usual error of an estimate, so that a
 * line that is 30 % too long is spoken once.
 */
const clearExcess = 1.08;
/** Maximum sound kept while its lines are shortened, to bound memory; later lines stay unchanged. */
const maxHeldSeconds = 600;
/** Target share of the available duration for a shortened line at normal speed; the rest absorbs estimates that were too low. */
const filledShare = 0.95;

/**
 * Makes the lines of a timed script fit, by the cheapest means for each: unchanged, sped up by at most {@link maxSpeed}, or
 * shortened. Lines that are clearly too long are shortened together before they are spoken, so that each is spoken, and charged,
 * once; lines that measure too long are shortened and spoken again. A line that cannot be spoken is silent.
 * @param writer undefined if no line may be shortened
 * @returns each line when it is done, in any order, and finally all with their new words
 * @throws CodedError `too_large` as `requireShortWhenSaid`, `unspeakable_script` if no line can be spoken, errors of the speech engines;
 * if shortening fails, lines stay unchanged
 */
export async function* fitScript(
  writer: ScriptEngine | undefined,
  request: FitRequest,
  signal: AbortSignal,
): AsyncGenerator<FitStep> {
  requireNotCancelled(signal);
  const language = await settleLanguage(request.language, request.cues.map(({ text }) => text).join('\n'));
  const fit: Fit = { ...request, writer, language, signal, lines: listLines(request, language) };
  const asked = fit.lines.filter(({ isAsked }) => isAsked);
  const maxOfLine = request.durationSeconds === undefined ? undefined : maxLineCharacters;
  // Others are spoken if they are shortened.
  requireShortWhenSaid(writer ? fit.lines : asked, fit.pronunciations, maxOfLine);
  const shortened = await shorten(fit, fit.lines.filter(isClearlyTooLong));
  let due = fit.lines.filter(line => line.isAsked || shortened.includes(line));
  let tooLong: SpokenLine[] = [];
  const silent: SpokenLine[] = [];
  let isAudible = !!request.known?.length || due.length === 0;
  while (due.length > 0) {
    const before = tooLong;
    tooLong = [];
    let heldSeconds = 0;
    const done = new Set<Line>();
    try {
      for await (const spoken of speak(fit, due)) {
        done.add(spoken.line);
        isAudible ||= !spoken.refusal;
        const isHeld = spoken.excessSeconds > 0 && canShorten(fit, spoken.line);
        if (spoken.refusal) silent.push(spoken);
        else if (isHeld && heldSeconds < maxHeldSeconds) {
          heldSeconds += spoken.line.seconds;
          tooLong.push(spoken);
        } else yield { line: describe(spoken) };
      }
    } catch (error) {
      // Charged speech is kept, with its original words.
      for (const spoken of [...before.filter(({ line }) => !done.has(line)), ...tooLong])
        yield { line: describe(spoken) };
      throw error;
    }
    const again = tooLong.map(({ line }) => line);
    due = await shorten(fit, again);
    // Lines that could not be shortened stay as spoken.
    for (const spoken of tooLong) if (!due.includes(spoken.line)) yield { line: describe(spoken) };
  }
  if (!isAudible) throw silent[0]?.refusal;
  for (const spoken of silent) yield { line: describe(spoken) };
  yield { lines: fit.lines.map(({ startSeconds, text }) => ({ startSeconds, text })) };
}

interface Line extends Cue {
  readonly index: number;
  readonly speaker: Speaker;
  /** For its sound at natural speed: less at a slow pace, and without its pauses. */
  readonly availableSeconds: number;
  readonly isAsked: boolean;
  readonly isLocked: boolean;
  readonly before: string;
  text: string;
  /** Measured or estimated. */
  seconds: number;
  isMeasured: boolean;
  shortenings: number;
}

interface SpokenLine extends LineFit, LineSpeech {
  readonly line: Line;
  readonly text: string;
}

interface Fit extends Omit<FitRequest, 'language' | 'lines'> {
  readonly writer: ScriptEngine | undefined;
  readonly language: Language;
  readonly signal: AbortSignal;
  readonly lines: readonly Line[];
}

function listLines({ cues, ...request }: FitRequest, language: Language): Line[] {
  const { durationSeconds, description } = request;
  const availableDurations = listAvailableSeconds(cues, durationSeconds, description);
  const asked = request.lines && new Set(request.lines);
  const locked = new Set(request.locked);
  const known = new Map(request.known?.map(({ index, seconds }) => [index, seconds]));
  const rate = startRate(language.name);
  return cues.map((cue, index) => {
    const speaker = request.getSpeaker(index);
    const seconds = known.get(index) ?? estimateSeconds(cue.text, rate);
    const availableSeconds = availableDurations[index] ?? 0;
    const placed = placeDelivery({ ...cue, availableSeconds, seconds }, cue);
    return {
      startSeconds: cue.startSeconds,
      text: cue.text,
      index,
      speaker,
      before: cue.text,
      availableSeconds: placed.availableSeconds * placed.pace,
      isAsked: asked?.has(index) ?? true,
      isLocked: locked.has(index),
      seconds,
      isMeasured: known.has(index),
      shortenings: 0,
    };
  });
}

function isClearlyTooLong({ seconds, availableSeconds, isMeasured }: Line): boolean {
  return seconds > availableSeconds * maxSpeed * (isMeasured ? 1 : clearExcess);
}

function canShorten({ writer, description }: Fit, { isLocked, shortenings }: Line): boolean {
  // In an extended description the video pauses for a line that is too long.
  return (
    writer !== undefined && description?.kind !== 'extended' && !isLocked && shortenings < maxShortenings
  );
}

/**
 * Shortens lines in one request.
 * @returns the lines that changed
 */
async function shorten(fit: Fit, lines: readonly Line[]): Promise<Line[]> {
  const { writer, language, prompt, signal } = fit;
  const asked = lines.filter(line => canShorten(fit, line));
  const toShorten = asked.flatMap(line => describeToShorten(line, language));
  if (!writer || toShorten.length === 0) return [];
  for (const line of asked) line.shortenings += 1;
  const shortening = { language, prompt, description: fit.description?.kind, signal };
  const texts = await shortenInBatches(writer, toShorten, shortening).catch(() => {
    // The lines stay unchanged, and are reported as too long.
    requireNotCancelled(signal);
    return new Map<number, string>();
  });
  // Fewer words may be sent as more characters.
  const changed = asked.filter(({ startSeconds, text, speaker: { speech } }) => {
    const shorter = texts.get(startSeconds);
    const count = (each: string) => countSaid(each, speech, fit.pronunciations);
    return shorter !== undefined && count(shorter) <= count(text);
  });
  for (const line of changed) {
    const text = texts.get(line.startSeconds) ?? line.text;
    line.seconds *= countSpokenUnits(language, text) / Math.max(1, countSpokenUnits(language, line.text));
    line.isMeasured = false;
    line.text = text;
  }
  return changed;
}

/** Adds the budget of a line at its measured or estimated speed. Undefined if it is less than a word. */
function describeToShorten({ startSeconds, text, availableSeconds, seconds }: Line, language: Language) {
  const perSecond = countSpokenUnits(language, text) / seconds;
  const count = Math.floor(perSecond * availableSeconds * filledShare);
  return count < 1 ? [] : [{ startSeconds, text, available: { unit: language.speakingRate.unit, count } }];
}

async function* speak(fit: Fit, lines: readonly Line[]): AsyncGenerator<SpokenLine> {
  const { pronunciations, language, signal } = fit;
  const all = new AbortController();
  const either = AbortSignal.any([signal, all.signal]);
  const jobs = lines.map(line => async (): Promise<SpokenLine> => {
    const { speech, voice, manner } = line.speaker;
    const [previousText, nextText] = [fit.lines[line.index - 1]?.text, fit.lines[line.index + 1]?.text];
    const asked = { text: line.text, voice, manner, pronunciations, language, previousText, nextText };
    const said = await speakLine(speech, asked, either);
    line.seconds = getSeconds(said.sound);
    line.isMeasured = true;
    // The client that places the lines changes their speed.
    const fitted = fitLine(line.seconds, line.availableSeconds, fit.description?.kind);
    return { line, text: asked.text, ...said, ...fitted };
  });
  try {
    yield* runInOrder(jobs, speechConcurrency);
  } finally {
    all.abort();
  }
}

function describe({ line, text, refusal: _, ...said }: SpokenLine): FittedLine {
  const { index, startSeconds } = line;
  const before = text === line.before ? undefined : line.before;
  return { index, startSeconds, text, before, seconds: getSeconds(said.sound), ...said };
}
