import { CodedError } from '#shared/errors.ts';

/** The server was there, so what failed is the provider behind it, the server's end, or the connection; nobody can tell which. */
export const brokeOff = 'The answer broke off before it was complete. Please try again.';

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
