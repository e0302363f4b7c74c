import { readPieces } from '../../lib/read-pieces.ts';

/**
 * The mp3 in the body of an answer.
 * @param report takes the bytes that have arrived
 * @throws {CodedError} `unavailable` when the connection breaks off
 */
export async function collectSound(
  response: Response,
  signal: AbortSignal,
  report: (receivedBytes: number) => void,
): Promise<Blob> {
  const pieces: BlobPart[] = [];
  let receivedBytes = 0;
  for await (const piece of readPieces(response, signal)) {
    pieces.push(piece);
    receivedBytes += piece.length;
    report(receivedBytes);
  }
  return new Blob(pieces, { type: 'audio/mpeg' });
}
