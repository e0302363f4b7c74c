import { z } from 'zod';
import { callWithKey } from '../../../lib/call-key.ts';
import { postJson } from '../../../lib/call-server.ts';
import type { LineRewriteOrder } from '../store/narration-service.ts';

const answerSchema = z.object({ text: z.string() });

/**
 * Has a line written anew by a wish.
 * @param path the call of a visitor or of an account
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function postLineRewriting(
  path: string,
  { signal, prompt, ...order }: LineRewriteOrder,
): Promise<string> {
  const body = { ...order, ...(prompt !== '' && { prompt }) };
  return callWithKey(path, body, async key => {
    const response = await postJson(path, body, { signal, headers: { ...key } });
    return answerSchema.parse(await response.json()).text;
  });
}
