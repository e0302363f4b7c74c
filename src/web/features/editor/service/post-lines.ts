import { fitLineSchema } from '#shared/api/fit.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { toCues } from '#shared/narration/project.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import { toVoiceId } from '#shared/voices.ts';
import { readAnswerLines, requireResult } from '../../../lib/answer-lines.ts';
import { callWithKey } from '../../../lib/call-key.ts';
import { postJson } from '../../../lib/call-server.ts';
import type { LinesOrder, SpokenLine } from '../store/narration-service.ts';

/**
 * Has lines of a timed narration spoken, and reports each as it comes.
 * @param path the call of a visitor or of an account
 * @returns the headers of the answer, for what the work has cost
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function postLines(
  path: string,
  order: LinesOrder,
  report: (line: SpokenLine) => void,
): Promise<Headers> {
  const { lines, signal } = order;
  const body = composeBody(order);
  return callWithKey(path, body, async key => {
    const response = await postJson(path, body, { signal, headers: { accept: progressMediaType, ...key } });
    let script: string | undefined;
    let source: SpokenLine['source'];
    for await (const answered of readAnswerLines(response, fitLineSchema, signal)) {
      if ('script' in answered) script = answered.script;
      if ('source' in answered) source = answered.source;
      if (!('line' in answered)) continue;
      const { index, text, before, unspoken, mp3, seconds } = answered.line;
      const lineId = lines[index]?.id;
      if (lineId !== undefined) report({ lineId, text, before, unspoken, mp3: toBlob(mp3), seconds, source });
    }
    requireResult(script);
    return response.headers;
  });
}

/** The call knows lines by their place. */
function composeBody({ lines, asked, known, prompt, ...order }: LinesOrder) {
  const { voice, language, provider, pronunciations, durationSeconds, shorten, description, gaps } = order;
  const listIndices = (isWanted: (line: LinesOrder['lines'][number]) => boolean) =>
    lines.flatMap((line, index) => (isWanted(line) ? [index] : []));
  return {
    script: printTimedScript(toCues(lines)),
    durationSeconds,
    voice: toVoiceId(voice),
    language,
    provider,
    pronunciations,
    lines: listIndices(({ id }) => asked.has(id)),
    known: lines.flatMap(({ id }, index) => {
      const seconds = known.get(id);
      return seconds === undefined ? [] : [{ index, seconds }];
    }),
    locked: listIndices(({ isLocked }) => isLocked),
    shorten,
    ...(description && { description, gaps }),
    ...(prompt !== '' && { prompt }),
  };
}

function toBlob(base64: string): Blob {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  return new Blob([bytes], { type: 'audio/mpeg' });
}
