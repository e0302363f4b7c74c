import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language, UnspacedLanguageCode } from '#shared/languages.ts';
import { maxTimedFrames } from '#shared/limits.ts';
import { offlineProviderName } from '#shared/marks/provenance.ts';
import { printTimedScript } from '#shared/narration/print-timed-text.ts';
import { leaveOutSentences } from '#shared/script/leave-out-sentences.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import type {
  CuePoint,
  RewriteRequest,
  ScriptEngine,
  ScriptRequest,
  ShortenRequest,
  TimedScriptRequest,
} from '../ports.ts';
import { readAnalysis } from './analysis-text.ts';
import { composeNarration } from './compose-narration.ts';
import { addRoom, composeTimedNarration } from './compose-timed-narration.ts';
import type { DescribedThing } from './frame-description.ts';
import { planSentences } from './plan-sentences.ts';
import { withoutClocks } from './spoken-length.ts';
import { createWording } from './wording.ts';

/**
 * Writes a narration without any AI, from what `createOfflineVision` saw: only what is there, however short that is. The
 * person's prompt cannot be followed: nothing of it is read.
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

/**
 * What stands between two sentences, where it is not a space. Chinese and Japanese write none; Thai ends no sentence
 * with a mark, so that a new line alone tells reader and voice where the next begins.
 */
const gaps: Readonly<Record<UnspacedLanguageCode, string>> = { zh: '', ja: '', th: '\n' };

function getGap({ code }: Language): string {
  return code in gaps ? gaps[code as UnspacedLanguageCode] : ' ';
}

async function* writeScript(request: ScriptRequest): AsyncGenerator<string> {
  const { language, durationSeconds, signal } = request;
  const sentences = composeNarration(readAnalysis(request.analysis), language, durationSeconds);
  if (sentences.length === 0) throw refuse();
  const gap = getGap(language);
  for (const [at, { text, startsParagraph }] of sentences.entries()) {
    requireNotCancelled(signal);
    yield (at === 0 ? '' : startsParagraph ? '\n\n' : gap) + text;
  }
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

async function* writeTimedScript(request: TimedScriptRequest): AsyncGenerator<string> {
  const { language, cuePoints, linesBefore, detail = 'standard', signal } = request;
  const frames = readAnalysis(request.analysis, maxTimedFrames);
  const isDescription = request.description !== undefined;
  // No room may be left for what there is to say; where there is nothing, no room would help.
  if (planSentences(frames.map(withoutClocks), createWording(language)).length === 0) throw refuse();
  const compose = (offered: readonly CuePoint[]) => {
    const plan = { frames, cuePoints: offered, gap: getGap(language), isDescription, detail, linesBefore };
    return composeTimedNarration(plan, language);
  };
  let offered = cuePoints;
  let written = compose(offered);
  // Between the pictures of a short video there may be room for no sentence at all; for one in two there is.
  while (written.lines.length === 0) {
    const joined = joinPairs(offered);
    if (joined.length === offered.length) break;
    offered = joined;
    written = compose(offered);
  }
  for (const row of [...written.lines, ...written.untold]) {
    requireNotCancelled(signal);
    yield `${printTimedScript([row])}\n`;
  }
}

function refuse(): CodedError {
  const operatorMessage =
    'Nothing was recognised in this video. Write the script yourself, or get an AI: npm run models -- get standard.';
  return new CodedError('nothing_recognised', { operatorMessage, costsNothing: true });
}

/** Print that comes into the picture, and what is recognised in it first. */
function findChanges(analysis: string): number[] {
  const isNew = ({ motion }: DescribedThing) => motion === 'seen' || motion === 'coming';
  return readAnalysis(analysis, maxTimedFrames)
    .filter(({ lines, things }) => lines.length > 0 || things.some(isNew))
    .map(({ seconds }) => seconds);
}

/** Of two moments behind one another, with no speech between them, one that has the room of both. */
function joinPairs(cuePoints: readonly CuePoint[]): CuePoint[] {
  const joined: CuePoint[] = [];
  for (let at = 0; at < cuePoints.length; at++) {
    const [cuePoint, next] = [cuePoints[at], cuePoints[at + 1]];
    if (!cuePoint) continue;
    const isPair = next !== undefined && next.gap?.endSeconds === cuePoint.gap?.endSeconds;
    joined.push(isPair ? addRoom(cuePoint, next) : cuePoint);
    if (isPair) at++;
  }
  return joined;
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
