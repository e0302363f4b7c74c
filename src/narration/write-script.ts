import {
  type CuePoint,
  getSource,
  type LineToShorten,
  type ScriptEngine,
  type ScriptRequest,
  type TimedScriptRequest,
} from '#engines/ports.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { untoldMessages as messages } from '#shared/messages/untold.ts';
import type { Cue } from '#shared/script/cues.ts';
import { clipSpans, type DescriptionRequest, minGapSeconds, type TimeSpan } from '#shared/script/gaps.ts';
import { type Print, sameMomentMs } from '#shared/script/list-print.ts';
import { splitSentences } from '#shared/script/split-sentences.ts';
import { computeUsualSeconds, countSpokenUnits } from '#shared/script/time-budget.ts';
import { listUntold, type Untold } from '#shared/script/untold.ts';
import { checkLines, judgeLanguage, shortenInBatches } from './check-lines.ts';
import { planCuePoints, planDescriptionCuePoints, splitIntoParts } from './plan-cue-points.ts';
import { isCopied, tidyScript } from './tidy-answer.ts';

type WrittenScript = Extract<ProgressLine, { script: string }>;

/** A step of writing a script. A script with times is lines here, and a text only where an answer goes out. */
export type WritingStep =
  | ProgressLine
  /** A line with its time, as soon as it is complete. */
  | { readonly line: Cue }
  /** The whole script with times; no line if nothing can or need be said. */
  | (Omit<WrittenScript, 'script'> & { readonly lines: readonly Cue[] });

interface WritingRequest extends Pick<ScriptRequest, 'analysis' | 'prompt' | 'durationSeconds' | 'said'> {
  readonly language: LanguageName;
}

const copiedFault = 'it told what the examples tell, which are about other videos.';

/**
 * Writes the narration of a video. An answer that repeats an example of the prompt is asked for once more.
 * @returns a progress line, then `{delta}` lines, then one line `{script, writer}` with the final text
 * @throws CodedError of the engine; `provider_garbage` if it is empty
 */
export async function* writeScript(
  engine: ScriptEngine,
  { language, ...request }: WritingRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  requireNotCancelled(signal);
  yield { stage: 'writing the script' };
  const asked = { ...request, language: getLanguage(language), signal };
  let script = '';
  for await (const delta of engine.writeScript(asked)) {
    script += delta;
    yield { delta };
  }
  if (isCopied(script, request.analysis)) {
    script = (await Array.fromAsync(engine.writeScript({ ...asked, fault: copiedFault }))).join('');
    script = splitSentences(script, asked.language.code)
      .filter(sentence => !isCopied(sentence, request.analysis))
      .join('');
  }
  script = tidyScript(script);
  if (script === '') throw new CodedError('provider_garbage');
  yield { script, writer: getSource(engine, { task: 'narrate' }) };
}

interface WrittenFrom
  extends Pick<TimedScriptRequest, 'analysis' | 'cuePoints' | 'language' | 'description'> {
  /** Of the pictures in the analysis, in seconds. */
  readonly moments: readonly number[];
}

/**
 * What lines do not tell: what their writer says so of, and print that they do not read, with the reason.
 * @param known what the writer says
 */
function findUntold(from: WrittenFrom, known: readonly Untold[], lines: readonly Cue[]): Untold[] {
  const momentsMs = from.moments.map(seconds => Math.round(seconds * 1000));
  const explain = (print: Print) => t(explainUnread(print, from));
  return listUntold(known, [{ text: from.analysis, momentsMs }], lines, explain);
}

/** A field of an answer, left out where all is told. */
function keepFound(untold: Untold[]): { readonly untold?: Untold[] } {
  return untold.length > 0 ? { untold } : {};
}

function explainUnread({ startMs, text }: Print, { cuePoints, language, description }: WrittenFrom) {
  const far = ({ startSeconds, gap }: CuePoint) =>
    Math.abs((gap?.seenSeconds ?? startSeconds) - startMs / 1000);
  const own = cuePoints.find(cuePoint => 1000 * far(cuePoint) <= sameMomentMs);
  if (own) {
    const { count } = own.gap?.availableWhilePaused ?? own.available;
    return countSpokenUnits(language, text) > count ? messages.noRoom : messages.unread;
  }
  if (cuePoints.some(cuePoint => far(cuePoint) < minGapSeconds)) return messages.tooNear;
  return description ? messages.noMoment : messages.noMomentTimed;
}

type PartsRequest = Omit<TimedScriptRequest, 'linesBefore' | 'fault' | 'noteUsage' | 'signal'>;

interface WrittenPart {
  readonly lines: readonly Cue[];
  readonly tooLong: readonly LineToShorten[];
  readonly untold: readonly Untold[];
  readonly attempts: number;
  /** There was a response, but no usable line. */
  readonly isUnusable: boolean;
}

/** What is written is read again with each line up to so many, and then once it has grown by an eighth: an answer may be all line breaks. */
const readings = 100;
const shownLines = 12;

/**
 * Writes the lines of a video, a long one in parts, and checks them. Each call is charged and a response may be unusable, so there
 * are at most two extra calls: one retry of an unusable response, and one for shortening. A narration ends if its first part has no
 * line; a description continues, and so does what costs nothing.
 * @param moments of the pictures in the analysis, in seconds
 * @returns `{line}` for each line; finally all of them, what none of them tells, and whether a part had only unusable responses
 * @throws CodedError of the engine
 */
async function* writeParts(
  engine: ScriptEngine,
  { moments, ...request }: PartsRequest & { readonly moments: readonly number[] },
  signal: AbortSignal,
) {
  const lines: Cue[] = [];
  const tooLong: LineToShorten[] = [];
  const untold: Untold[] = [];
  let maxAttempts = 2;
  let isAnyUnusable = false;
  const all = splitIntoParts(request.cuePoints, request.language);
  for (const cuePoints of all) {
    const linesBefore = [...(request.part?.linesBefore ?? []), ...lines];
    // What follows is only the last one's to lead to.
    const part =
      cuePoints === all.at(-1) ? request.part : request.part && { ...request.part, linesAfter: [] };
    const asked = { ...request, part, cuePoints, linesBefore, maxAttempts };
    const written = yield* writePart(engine, asked, signal);
    lines.push(...written.lines);
    tooLong.push(...written.tooLong);
    untold.push(...written.untold);
    if (written.attempts > 1) maxAttempts = 1;
    isAnyUnusable ||= written.isUnusable;
    if (lines.length === 0 && !request.description && !engine.provider.isOffline) break;
  }
  const shortening = { ...request, maxRequests: 1, signal };
  const texts = await shortenInBatches(engine, tooLong, shortening);
  const told = lines.map(line => ({ ...line, text: texts.get(line.startSeconds) ?? line.text }));
  return { lines: told, untold: findUntold({ ...request, moments }, untold, told), isAnyUnusable };
}

/** @returns `{line}` for each line; finally the usable ones */
async function* writePart(
  engine: ScriptEngine,
  {
    linesBefore,
    maxAttempts,
    ...part
  }: PartsRequest & { readonly linesBefore: readonly Cue[]; readonly maxAttempts: number },
  signal: AbortSignal,
): AsyncGenerator<WritingStep, WrittenPart> {
  const request = { ...part, linesBefore: linesBefore.slice(-shownLines), signal };
  const isOwn = ({ text }: Cue) => !isCopied(text, part.analysis);
  let fault: string | undefined;
  let shown = 0;
  for (let attempts = 1; attempts <= maxAttempts; attempts++) {
    let written = '';
    let [read, readCharacters] = [0, 0];
    for await (const piece of engine.writeTimedScript({ ...request, fault })) {
      written += piece;
      if (!piece.includes('\n') || (read >= readings && written.length < readCharacters * 1.125)) continue;
      [read, readCharacters] = [read + 1, written.length];
      // Only complete, usable lines are shown, once their language is certain.
      const whole = written.slice(0, written.lastIndexOf('\n') + 1);
      const lines = checkLines(whole, part.cuePoints, part.language).lines.filter(isOwn);
      if ((await judgeLanguage(lines, part.language)) !== 'right') continue;
      for (const line of lines.slice(shown)) yield { line };
      shown = Math.max(shown, lines.length);
    }
    const { lines: all, tooLong, ...missed } = checkLines(written, part.cuePoints, part.language);
    const lines = all.filter(isOwn);
    if (lines.length < all.length && attempts < maxAttempts) {
      fault = copiedFault;
      continue;
    }
    const untold = [...missed.untold, ...missed.misplaced];
    if (lines.length > 0 && (await judgeLanguage(lines, part.language)) !== 'other') {
      for (const line of lines.slice(shown)) yield { line };
      return { lines, tooLong: tooLong.filter(isOwn), untold, attempts, isUnusable: false };
    }
    // Nothing worth a line or with room for one, or an empty response: a retry would not help.
    const isLeftOut = missed.untold.length > 0 && missed.misplaced.length === 0 && lines.length === 0;
    if (written.trim() === '' || isLeftOut)
      return { lines: [], tooLong: [], untold, attempts, isUnusable: false };
    fault =
      lines.length > 0
        ? `it was not in ${part.language.name}.`
        : 'no line of it began with the time of a moment in square brackets.';
  }
  return { lines: [], tooLong: [], untold: [], attempts: maxAttempts, isUnusable: true };
}

export interface TimedWritingRequest extends WritingRequest, Pick<TimedScriptRequest, 'part'> {
  /** Times of the analysed pictures, in order: possible starts of lines. */
  readonly cuePoints: readonly number[];
}

/** What there is to write for: the video or, of a part, what the lines around it leave free. */
function findRoom(
  { part, durationSeconds }: Pick<TimedWritingRequest, 'part' | 'durationSeconds'>,
  language: Language,
): TimeSpan {
  if (!part) return { startSeconds: 0, endSeconds: durationSeconds };
  const [before, after] = [part.linesBefore.at(-1), part.linesAfter[0]];
  const saidSeconds = before ? before.startSeconds + computeUsualSeconds(before.text, language) : 0;
  return {
    startSeconds: Math.max(part.fromSeconds, saidSeconds),
    endSeconds: Math.min(part.toSeconds, after?.startSeconds ?? durationSeconds, durationSeconds),
  };
}

function listWithin(seconds: readonly number[], { startSeconds, endSeconds }: TimeSpan): readonly number[] {
  return seconds.filter(each => each >= startSeconds && each < endSeconds);
}

/**
 * Writes a timed narration, a long one in parts. Lines that are too long are shortened once; an unusable response is requested once
 * more, and then the narration is written without times.
 * @returns a progress line, then a `{line}` for each line, then `{lines, untold, writer}`; without times, `{delta}` lines,
 * then `{script}` with a `notice`; a part never without times: it may have no lines, with a `notice`
 * @throws CodedError of the engine; `provider_garbage` if it is empty
 */
export async function* writeTimedScript(
  engine: ScriptEngine,
  { cuePoints: moments, ...request }: TimedWritingRequest,
  signal: AbortSignal,
): AsyncGenerator<WritingStep> {
  requireNotCancelled(signal);
  const language = getLanguage(request.language);
  const changeSeconds = engine.findChanges?.(request.analysis);
  const room = findRoom(request, language);
  const startSeconds = request.part ? listWithin(moments, room) : moments;
  const cuePoints = planCuePoints(startSeconds, room.endSeconds, language, changeSeconds);
  yield { stage: 'writing the script' };
  const asked = { ...request, language, cuePoints, moments };
  const { lines, untold, isAnyUnusable } = yield* writeParts(engine, asked, signal);
  if (lines.length > 0) {
    yield { lines, ...keepFound(untold), writer: getSource(engine, { task: 'narrateMoments' }) };
    return;
  }
  if (request.part) {
    if (isAnyUnusable) throw new CodedError('provider_garbage');
    yield { lines, ...keepFound(untold), notice: t(narrationMessages.nothingForPart) };
    return;
  }
  for await (const line of writeScript(engine, request, signal))
    if (!('stage' in line))
      yield 'script' in line ? { ...line, notice: t(narrationMessages.notTimed) } : line;
}

/** Why no gap is long enough for a description; undefined if one is. Known before the analysis. */
export function explainTooShort({ kind, gaps }: DescriptionRequest): string | undefined {
  return kind === 'standard' && gaps.length === 0 ? t(narrationMessages.noGap) : undefined;
}

/**
 * Writes an audio description, a long one in parts: lines in the gaps of a video's speech, checked as in `writeTimedScript`. Never
 * replaced by an untimed narration.
 * @returns a progress line, then a `{line}` for each line, then `{lines, untold, writer}`; no lines and a
 * `notice` if nothing can or need be described
 * @throws CodedError of the engine; `provider_garbage` if no line fits the gaps
 */
export async function* writeDescription(
  engine: ScriptEngine,
  { cuePoints: seenSeconds, ...request }: TimedWritingRequest,
  description: DescriptionRequest,
  signal: AbortSignal,
): AsyncGenerator<WritingStep> {
  requireNotCancelled(signal);
  const language = getLanguage(request.language);
  const { durationSeconds } = request;
  const { kind, detail, cast } = description;
  const room = findRoom(request, language);
  const gaps = request.part ? clipSpans(description.gaps, room) : description.gaps;
  const inRoom = request.part ? listWithin(seenSeconds, room) : seenSeconds;
  const cuePoints = planDescriptionCuePoints(inRoom, { ...description, gaps, durationSeconds }, language);
  const asked = { ...request, language, cuePoints, description: kind, detail, cast, moments: seenSeconds };
  yield { stage: 'writing the script' };
  if (cuePoints.length === 0) {
    const notice = explainTooShort(description) ?? t(narrationMessages.noFrameInGap);
    yield { lines: [], ...keepFound(findUntold(asked, [], [])), notice };
    return;
  }
  const { lines, untold, isAnyUnusable } = yield* writeParts(engine, asked, signal);
  if (lines.length === 0 && isAnyUnusable) throw refuse('provider_garbage', narrationMessages.notInGaps);
  yield lines.length > 0
    ? { lines, ...keepFound(untold), writer: getSource(engine, { task: 'describe' }) }
    : { lines, ...keepFound(untold), notice: t(narrationMessages.nothingToDescribe) };
}
