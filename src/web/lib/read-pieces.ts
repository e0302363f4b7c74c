import { createUnreachableError } from './call-server.ts';

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
    throw signal.aborted ? error : createUnreachableError(error);
  }
}
