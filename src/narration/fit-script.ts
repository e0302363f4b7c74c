import type { Engines, LineToShorten } from '#engines/ports.ts';
import { getSeconds } from '#media/sound/line-sound.ts';
import type { PlainSound } from '#media/sound/plain-sound.ts';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { speechConcurrency } from '#shared/limits.ts';
import type { Cue } from '#shared/script/cues.ts';
import { mostSpeed } from '#shared/script/line-speed.ts';
import type { DescriptionRequest } from '#shared/script/sent-gaps.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { printTimedScript } from '#shared/script/timed-script.ts';
import type { Voice } from '#shared/voices.ts';
import { detectLanguage } from './detect-language.ts';
import { type AvailableFit, fitToAvailable, listAvailableSeconds } from './fit-available.ts';
import { requireTimedScript } from './require-timed-script.ts';
import { sayShorter } from './say-shorter.ts';
import { type SaidLine, speakLine } from './speak-line.ts';

/** A timed script, how it is to be spoken, and what may be done so that its lines fit. */
export interface FitRequest {
  readonly script: string;
  readonly durationSeconds: number;
  readonly voice: Voice;
  /** Found out from the script when left out. */
  readonly language?: LanguageName | undefined;
  /** The lines to speak, from 0 on; all of them when left out. */
  readonly lines?: readonly number[] | undefined;
  /** How long other lines were when they were spoken: these are spoken again only in other words. */
  readonly known?: readonly { readonly index: number; readonly seconds: number }[] | undefined;
  /** Lines whose words stay. */
  readonly locked?: readonly number[] | undefined;
  /** Whether the writer may say lines more shortly. */
  readonly shorten: boolean;
  /** What the script was written for, where that is known. */
  readonly prompt?: string | undefined;
  /** How long a text takes, likely. */
  readonly estimate: (text: string, language: Language) => number;
  /** The script is an audio description: lines have the room that their gaps have. */
  readonly description?: DescriptionRequest | undefined;
}

/** A line that was spoken, as well as it fits. */
export interface FittedLine extends AvailableFit {
  readonly index: number;
  readonly startSeconds: number;
  readonly text: string;
  /** What it said before the writer made it shorter. */
  readonly before: string | undefined;
  /** At its natural speed, without silence at its ends. */
  readonly sound: PlainSound;
  readonly seconds: number;
  /** What of the text is not spoken: all of it, where nothing is heard, or the words that the voice cannot read. */
  readonly unspoken: string | undefined;
}

export type FitStep = { readonly line: FittedLine } | { readonly script: string };

/** A line is said more shortly so often at most. */
const mostShortenings = 2;
/**
 * Lines whose guessed length is so much above what fits are made shorter before anybody is paid to speak them: by as much as a guess
 * is usually off, so that a line that is 30 % too long is spoken once.
 */
const clearly = 1.08;
/** The most sound that is held until its lines are said in fewer words, so that memory is bounded; what comes after it stays as it is. */
const mostHeldSeconds = 600;
/** Of a room, as much as a shortened line shall fill at its natural speed: the rest is for guesses that were short. */
const filledShare = 0.95;

/**
 * Makes the lines of a timed script fit, by the cheapest means for each: as it is, faster by {@link mostSpeed} at most, in fewer
 * words. Lines that are clearly too long are shortened together before they are spoken, so that each is spoken, and paid, once;
 * only what is too long when it is measured is shortened again, and spoken again. A line that cannot be spoken is silent.
 * @returns each line once it is done, in no certain order, and at last the script with the words that it has now
 * @throws CodedError `bad_request` for a script whose lines are wrong, `too_large`, `unspeakable_script` where no line can be spoken, what
 * the speech engine throws; a writer that fails leaves lines as they are
 */
export async function* fitScript(
  engines: Pick<Engines, 'script' | 'speech'>,
  request: FitRequest,
  signal: AbortSignal,
): AsyncGenerator<FitStep, void, undefined> {
  requireNotCancelled(signal);
  const cues = requireTimedScript(request.script, request.durationSeconds);
  const script = cues.map(({ text }) => text).join('\n');
  const language = request.language ? getLanguage(request.language) : await detectLanguage(script);
  const fit: Fit = { ...request, engines, language, signal, lines: listLines(cues, request, language) };
  let due = joinLines(
    fit.lines.filter(({ isAsked }) => isAsked),
    await shorten(fit, fit.lines.filter(isClearlyTooLong)),
  );
  let tooLong: SpokenLine[] = [];
  const silent: SpokenLine[] = [];
  let isHeard = !!request.known?.length || due.length === 0;
  while (due.length > 0) {
    const before = tooLong;
    tooLong = [];
    let heldSeconds = 0;
    const done = new Set<Line>();
    try {
      for await (const spoken of speak(fit, due)) {
        done.add(spoken.line);
        isHeard ||= !spoken.refusal;
        const isHeld = spoken.excessSeconds > 0 && isMendable(fit, spoken.line);
        if (spoken.refusal) silent.push(spoken);
        else if (isHeld && heldSeconds < mostHeldSeconds) {
          heldSeconds += spoken.line.seconds;
          tooLong.push(spoken);
        } else yield { line: describe(spoken) };
      }
    } catch (error) {
      // What was paid for stays, in its own words.
      for (const spoken of [...before.filter(({ line }) => !done.has(line)), ...tooLong])
        yield { line: describe(spoken) };
      throw error;
    }
    due = await shorten(
      fit,
      tooLong.map(({ line }) => line),
    );
    // What could not be made shorter is as it was spoken.
    for (const spoken of tooLong) if (!due.includes(spoken.line)) yield { line: describe(spoken) };
  }
  if (!isHeard) throw silent[0]?.refusal;
  for (const spoken of silent) yield { line: describe(spoken) };
  yield { script: printTimedScript(fit.lines) };
}

/** A line while it is made to fit. */
interface Line extends Cue {
  readonly index: number;
  readonly availableSeconds: number;
  readonly isAsked: boolean;
  readonly isLocked: boolean;
  /** What it said at first. */
  readonly before: string;
  text: string;
  /** How long it is, or likely is. */
  seconds: number;
  isMeasured: boolean;
  shortenings: number;
}

interface SpokenLine extends AvailableFit, SaidLine {
  readonly line: Line;
  /** What was said. */
  readonly text: string;
}

interface Fit extends Omit<FitRequest, 'language' | 'lines'> {
  readonly engines: Pick<Engines, 'script' | 'speech'>;
  readonly language: Language;
  readonly signal: AbortSignal;
  readonly lines: readonly Line[];
}

function listLines(cues: readonly Cue[], request: FitRequest, language: Language): Line[] {
  const availableDurations = listAvailableSeconds(cues, request.durationSeconds, request.description);
  const asked = request.lines && new Set(request.lines);
  const locked = new Set(request.locked);
  const known = new Map(request.known?.map(({ index, seconds }) => [index, seconds]));
  return cues.map((cue, index) => ({
    ...cue,
    index,
    before: cue.text,
    availableSeconds: availableDurations[index] ?? 0,
    isAsked: asked?.has(index) ?? true,
    isLocked: locked.has(index),
    seconds: known.get(index) ?? request.estimate(cue.text, language),
    isMeasured: known.has(index),
    shortenings: 0,
  }));
}

function isClearlyTooLong({ seconds, availableSeconds, isMeasured }: Line): boolean {
  return seconds > availableSeconds * mostSpeed * (isMeasured ? 1 : clearly);
}

function isMendable({ shorten: mayShorten, description }: Fit, { isLocked, shortenings }: Line): boolean {
  // For what is too long in an extended description the picture stands still.
  return mayShorten && description?.kind !== 'extended' && !isLocked && shortenings < mostShortenings;
}

/**
 * Has lines said in fewer words, all of them together.
 * @returns those that say something else now
 */
async function shorten(fit: Fit, lines: readonly Line[]): Promise<Line[]> {
  const { engines, language, prompt, signal } = fit;
  const asked = lines.filter(line => isMendable(fit, line));
  const toShorten = asked.flatMap(line => describeToShorten(line, language));
  if (toShorten.length === 0) return [];
  for (const line of asked) line.shortenings += 1;
  const shortening = { language, prompt, description: fit.description?.kind, signal };
  const texts = await sayShorter(engines.script, toShorten, shortening).catch(() => {
    // The lines stay as they are, and are told to be too long.
    requireNotCancelled(signal);
    return new Map<number, string>();
  });
  const changed = asked.filter(({ startSeconds }) => texts.has(startSeconds));
  for (const line of changed) {
    const text = texts.get(line.startSeconds) ?? line.text;
    line.seconds *= countSpokenUnits(language, text) / Math.max(1, countSpokenUnits(language, line.text));
    line.isMeasured = false;
    line.text = text;
  }
  return changed;
}

/** With what can be said in its room, at the pace at which it is, or likely is, spoken. Nothing where that is not a word. */
function describeToShorten(
  { startSeconds, text, availableSeconds, seconds }: Line,
  language: Language,
): LineToShorten[] {
  const perSecond = countSpokenUnits(language, text) / seconds;
  const count = Math.floor(perSecond * availableSeconds * filledShare);
  return count < 1 ? [] : [{ startSeconds, text, available: { unit: language.speakingRate.unit, count } }];
}

/** Speaks lines, a few at a time, and lays each into its room as well as that goes. */
async function* speak(fit: Fit, lines: readonly Line[]): AsyncGenerator<SpokenLine, void, undefined> {
  const { engines, voice, language, signal } = fit;
  const all = new AbortController();
  const either = AbortSignal.any([signal, all.signal]);
  const jobs = lines.map(line => async (): Promise<SpokenLine> => {
    const [previousText, nextText] = [fit.lines[line.index - 1]?.text, fit.lines[line.index + 1]?.text];
    const asked = { text: line.text, voice, language, previousText, nextText };
    const said = await speakLine(engines.speech, asked, either);
    line.seconds = getSeconds(said.sound);
    line.isMeasured = true;
    // Whoever lays the lines makes them faster: here nothing is gained by it.
    return {
      line,
      text: asked.text,
      ...said,
      ...fitToAvailable(line.seconds, line.availableSeconds, fit.description),
    };
  });
  try {
    yield* runInOrder(jobs, speechConcurrency);
  } finally {
    all.abort();
  }
}

function describe({ line, text, refusal: _, ...said }: SpokenLine): FittedLine {
  const { index, startSeconds, before } = line;
  return {
    index,
    startSeconds,
    text,
    before: text === before ? undefined : before,
    seconds: getSeconds(said.sound),
    ...said,
  };
}

/** Lines of either list, each once, in the order of the script. */
function joinLines(some: readonly Line[], others: readonly Line[]): Line[] {
  return [...new Set([...some, ...others])].sort((one, other) => one.index - other.index);
}
