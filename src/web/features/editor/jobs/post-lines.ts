import { fitLineSchema } from '#shared/api/fit.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { readAnswerLines, requireResult } from '../../lib/answer-lines.ts';
import { callWithKey } from '../../lib/call-key.ts';
import { postJson } from '../../lib/call-server.ts';
import type { LineSound } from '../line-editor/public.ts';
import type { LinesOrder } from './narration-service.ts';

interface SpokenLines {
  /** What the lines say by now. */
  readonly script: string;
  /** Of the answer, for what the work has cost. */
  readonly headers: Headers;
}

/**
 * Has lines of a timed script spoken, and reports each as it comes.
 * @param path the call of a visitor or of an account
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function postLines(
  path: string,
  { signal, prompt, ...order }: LinesOrder,
  report: (line: LineSound) => void,
): Promise<SpokenLines> {
  const body = { ...order, ...(prompt !== '' && { prompt }) };
  const { voice, language, provider } = order;
  return callWithKey(path, body, async key => {
    const response = await postJson(path, body, { signal, headers: { accept: progressMediaType, ...key } });
    let script: string | undefined;
    for await (const line of readAnswerLines(response, fitLineSchema, signal)) {
      if ('line' in line) {
        const { text, before, unspoken, mp3, seconds } = line.line;
        report({ text, before, unspoken, voice, language, provider, mp3: toBlob(mp3), seconds });
      }
      if ('script' in line) script = line.script;
    }
    return { script: requireResult(script), headers: response.headers };
  });
}

function toBlob(base64: string): Blob {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  return new Blob([bytes], { type: 'audio/mpeg' });
}
