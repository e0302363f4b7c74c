import { CodedError } from '#shared/errors.ts';
import { answerMessages } from '#shared/messages/answers.ts';
import { fill } from '#shared/messages/message.ts';

/** The server had responded, then the provider, the server or the connection failed. */
export const brokeOff = fill(answerMessages.connectionLost);

/** As it arrives. @throws {CodedError} `unavailable` if the connection breaks; a cancelled call rejects with its own reason */
export async function* readPieces(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Not every browser supports `for await` on streams.
  const reader = response.body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CodedError('unavailable', { message: brokeOff, cause: error });
  }
}
