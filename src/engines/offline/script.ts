import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { maxTimedFrames } from '#shared/limits.ts';
import { offlineProviderName } from '#shared/marks/provenance.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import { computeTimeBudget, countSpokenUnits, leaveOutSentences } from '#shared/script/time-budget.ts';
import type {
  RewriteRequest,
  ScriptEngine,
  ScriptRequest,
  ShortenRequest,
  TimedScriptRequest,
} from '../ports.ts';
import { type FrameNotes, maxLines, readAnalysis } from './analysis.ts';
import { createSentences, listComing, printShare, type Sentences } from './sentences.ts';
import { writeTimedLines } from './timed-lines.ts';

/**
 * Writes down without any AI what `createOfflineVision` is sure of: what is there, how many, and what is to be read. The person's
 * prompt cannot be followed: nothing of it is read.
 */
export function createOfflineScript(): ScriptEngine {
  return {
    provider: { name: offlineProviderName, isOffline: true },
    model: undefined,
    writeScript,
    canExpand: false,
    rewriteScript: shortenScript,
    writeTimedScript,
    findChanges,
    shortenLines,
  };
}

async function* writeScript(request: ScriptRequest): AsyncGenerator<string> {
  const { language, durationSeconds, signal } = request;
  const frames = readAnalysis(request.analysis).map(withoutClocks);
  const sentences = createSentences(language);
  const chosen = chooseSentences(frames, durationSeconds, language, sentences);
  if (chosen.length === 0) throw refuse();
  for (const [at, text] of chosen.entries()) {
    requireNotCancelled(signal);
    yield at === 0 ? text : sentences.gap + text;
  }
}

/** What is known, in time order, each sentence once, as far as there is time for it: print first. However short the video, one is written. */
function chooseSentences(
  frames: readonly FrameNotes[],
  durationSeconds: number,
  language: Language,
  sentences: Sentences,
): string[] {
  const { count, pauseUnits, tellThings, quoteLines } = sentences;
  // The last sentence needs no pause after it.
  let left = computeTimeBudget(language, durationSeconds).count + pauseUnits;
  const most = countLinesToTell(frames, left, sentences);
  const coming = listComing(frames);
  const known = frames.flatMap(({ lines }, at) => {
    const things = coming[at] ?? [];
    return [
      ...(things.length > 0 ? [{ text: tellThings(things), isPrint: false }] : []),
      ...(lines.length > 0 ? [{ text: quoteLines(lines, most), isPrint: true }] : []),
    ];
  });
  const chosen = new Set<string>();
  for (const { text } of known.toSorted((one, other) => Number(other.isPrint) - Number(one.isPrint))) {
    if (chosen.has(text) || (chosen.size > 0 && count(text) > left)) continue;
    chosen.add(text);
    left -= count(text);
  }
  return [...new Set(known.map(({ text }) => text))].filter(text => chosen.has(text));
}

/** So many lines of each picture can be told of all: rather the heading of every slide than all lines of a few. */
function countLinesToTell(
  frames: readonly FrameNotes[],
  budget: number,
  { count, quoteLines }: Sentences,
): number {
  const printed = frames.filter(({ lines }) => lines.length > 0);
  for (let most = maxLines; most > 1; most--) {
    const counts = printed.map(({ lines }) => count(quoteLines(lines, most)));
    if (counts.reduce((sum, each) => sum + each, 0) <= printShare * budget) return most;
  }
  return 1;
}

async function* writeTimedScript(request: TimedScriptRequest): AsyncGenerator<string> {
  const frames = readAnalysis(request.analysis, maxTimedFrames).map(withoutClocks);
  // No room may be left for what there is to say; where there is nothing, no room would help.
  if (frames.every(({ lines, things }) => lines.length === 0 && things.length === 0)) throw refuse();
  for (const row of writeTimedLines(request, frames)) {
    requireNotCancelled(request.signal);
    yield `${printTimedScript([row])}\n`;
  }
}

function refuse(): CodedError {
  const operatorMessage =
    'Nothing was recognised in this video. Write the script yourself, or get an AI: npm run models -- get standard.';
  return new CodedError('nothing_recognised', { operatorMessage, costsNothing: true });
}

function findChanges(analysis: string): number[] {
  const frames = readAnalysis(analysis, maxTimedFrames);
  const coming = listComing(frames);
  return frames.flatMap(({ seconds, lines }, at) =>
    lines.length > 0 || coming[at]?.length ? [seconds] : [],
  );
}

/** Nobody's words but the person's own: whole sentences are left out until it fits. */
async function* shortenScript({
  script,
  language,
  available,
  signal,
}: RewriteRequest): AsyncGenerator<string> {
  requireNotCancelled(signal);
  yield leaveOutSentences(script, language, available.count);
}

/** As {@link shortenScript}, line by line; a line of one sentence stays as it is, and is not told. */
async function* shortenLines({ lines, language, signal }: ShortenRequest): AsyncGenerator<string> {
  requireNotCancelled(signal);
  for (const { available, ...line } of lines) {
    const text = leaveOutSentences(line.text, language, available.count);
    if (countSpokenUnits(language, text) < countSpokenUnits(language, line.text))
      yield `${printTimedScript([{ ...line, text }])}\n`;
  }
}

/** What nothing but a clock, a counter or a timecode shows: it runs on, and the voice that names it speaks at another time. */
const clock =
  /^(?:\d{1,3}(?::\d{2}){1,3}(?:[.,;]\d{1,3})?|\d{1,4}(?:\.\d{1,3})? ?(?:h|min|sec|s|ms))(?: ?[ap]m)?$/iu;

function withoutClocks(frame: FrameNotes): FrameNotes {
  return { ...frame, lines: frame.lines.filter(({ text }) => !clock.test(text.trim())) };
}
