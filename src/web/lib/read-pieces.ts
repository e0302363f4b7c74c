import { CodedError } from '#shared/errors.ts';
import { answerMessages } from '#shared/messages/answers.ts';
import { fill } from '#shared/messages/message.ts';

/** The server had answered: the provider behind it, the server or the connection failed afterwards. */
export const brokeOff = fill(answerMessages.connectionLost);

/**
 * The body of an answer, piece by piece as it arrives.
 * @throws {CodedError} `unavailable` when the connection breaks off; a cancelled call rejects with its own reason
 */
export async function* readPieces(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Not every browser can walk a stream with for await.
  const reader = response.body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CodedError('unavailable', { message: brokeOff, cause: error });
  }
}
