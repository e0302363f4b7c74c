import { fitLineSchema } from '#shared/api/fit.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { type Line, type SpokenWith, toCues } from '#shared/narration/project.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import type { LineDelivery } from '#shared/script/plan-lines.ts';
import { splitLines } from '#shared/script/split-sentences.ts';
import { toVoiceId } from '#shared/voices.ts';
import { readAnswerLines, requireResult } from '../../../lib/answer-lines.ts';
import { callWithKey, postJson } from '../../../lib/call-server.ts';
import type { LinesOrder, SpokenLine } from '../model/narration-service.ts';

/**
 * Has lines of a narration spoken, and reports each as it comes.
 * @param path the call of a visitor or of an account
 * @returns the headers of the answer, for what the work has cost
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function postLines(
  path: string,
  order: LinesOrder,
  report: (line: SpokenLine) => void,
): Promise<Headers> {
  const { durationSeconds, signal } = order;
  // Without times, blank rows only set lines apart.
  const lines =
    durationSeconds === undefined ? order.lines.filter(({ text }) => text.trim() !== '') : order.lines;
  const body = composeBody({ ...order, lines });
  return callWithKey(path, body, async key => {
    const response = await postJson(path, body, { signal, headers: { accept: progressMediaType, ...key } });
    let script: string | undefined;
    let source: SpokenLine['source'];
    for await (const answered of readAnswerLines(response, fitLineSchema, signal)) {
      if ('script' in answered) script = answered.script;
      if ('source' in answered) source = answered.source;
      if (!('line' in answered)) continue;
      const { index, text, before, unspoken, mp3, seconds, source: own = source } = answered.line;
      const lineId = lines[index]?.id;
      if (lineId !== undefined)
        report({ lineId, text, before, unspoken, mp3: toBlob(mp3), seconds, source: own });
    }
    requireResult(script);
    return response.headers;
  });
}

/** The call knows lines by their place. */
function composeBody({ lines, asked, known, prompt, ...order }: LinesOrder) {
  const deliveries = listDeliveries(lines, order);
  const { voice, language, provider, pronunciations, durationSeconds, shorten, description, gaps } = order;
  const listIndices = (isWanted: (line: LinesOrder['lines'][number]) => boolean) =>
    lines.flatMap((line, index) => (isWanted(line) ? [index] : []));
  return {
    script: durationSeconds === undefined ? printRows(lines) : printTimedScript(toCues(lines)),
    durationSeconds,
    voice: toVoiceId(voice),
    language,
    provider,
    pronunciations,
    ...(deliveries.length > 0 && { deliveries }),
    lines: listIndices(({ id }) => asked.has(id)),
    known: lines.flatMap(({ id }, index) => {
      const seconds = known.get(id);
      return seconds === undefined ? [] : [{ index, seconds }];
    }),
    // What a person has recorded stays as it is.
    locked: listIndices(({ isLocked, recordingId }) => isLocked || recordingId !== undefined),
    shorten,
    ...(description && { description, gaps }),
    ...(prompt !== '' && { prompt }),
  };
}

function printRows(lines: readonly Line[]): string {
  return lines.map(({ text }) => splitLines(text).join(' ')).join('\n');
}

interface SentDelivery extends Pick<SpokenWith, 'provider' | 'manner'>, LineDelivery {
  readonly lines: number[];
  readonly voice?: string | undefined;
}

/** How lines are spoken and placed that differ from the others; those that are the same together. */
function listDeliveries(
  lines: readonly Line[],
  { voice: usual, provider, findSpokenWith }: Pick<LinesOrder, 'voice' | 'provider' | 'findSpokenWith'>,
): SentDelivery[] {
  const deliveries = new Map<string, SentDelivery>();
  for (const [index, line] of lines.entries()) {
    const spokenWith = findSpokenWith(line);
    const { pace, manner, pauseBeforeMs, pauseAfterMs } = line;
    const voice = spokenWith && toVoiceId(spokenWith.voice);
    const own = {
      ...(voice !== toVoiceId(usual) && { voice }),
      ...(spokenWith?.provider !== provider && { provider: spokenWith?.provider }),
      ...{ manner, pace, pauseBeforeMs, pauseAfterMs },
    };
    const key = JSON.stringify(own);
    const same = deliveries.get(key);
    if (same) same.lines.push(index);
    else if (key !== '{}') deliveries.set(key, { ...own, lines: [index] });
  }
  return [...deliveries.values()];
}

function toBlob(base64: string): Blob {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  return new Blob([bytes], { type: 'audio/mpeg' });
}
