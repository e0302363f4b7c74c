import type { Cost } from '#shared/api/costs.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import type { RewriteRequest } from '#shared/api/rewrite.ts';
import { readProgressLines, requireResult } from '../../../lib/answer-lines.ts';
import { callWithKey } from '../../../lib/call-key.ts';
import { postJson } from '../../../lib/call-server.ts';
import type { RewriteOrder, ScriptStep } from '../store/narration-service.ts';

/**
 * Rewrites a script so that it fits, and reports it as it is written.
 * @param path the call of a visitor or of an account
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function postRewriting(
  path: string,
  { prompt, signal, ...fit }: RewriteOrder,
  report: (step: ScriptStep) => void,
): Promise<{ readonly script: string; readonly cost?: Cost | undefined }> {
  const body: RewriteRequest = { ...fit, ...(prompt !== '' && { prompt }) };
  return callWithKey(path, body, async key => {
    const response = await postJson(path, body, { signal, headers: { accept: progressMediaType, ...key } });
    let written: { script: string; cost?: Cost | undefined } | undefined;
    for await (const line of readProgressLines(response, signal)) {
      if ('delta' in line) report({ type: 'grew', delta: line.delta });
      if ('script' in line) written = line;
    }
    return requireResult(written);
  });
}
