import { speechLineSchema } from '#shared/api/free.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { CodedError } from '#shared/errors.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { Unspoken } from '#shared/script/unspoken.ts';
import { readAnswerLines } from '../../../lib/answer-lines.ts';
import { brokeOff, readPieces } from '../../../lib/call-server.ts';
import type { SpokenScript } from '../model/narration-service.ts';

// Fetched when something is to be spoken: zod comes with it.

export const soundHeaders = { accept: progressMediaType };

/**
 * The sound in the body of an answer.
 * @param report gets the bytes of sound that have arrived
 * @throws {CodedError} what the server says went wrong; `unavailable` when the connection breaks off
 */
export async function collectSound(
  response: Response,
  signal: AbortSignal,
  report: (receivedBytes: number) => void,
): Promise<SpokenScript> {
  const pieces: BlobPart[] = [];
  let receivedBytes = 0;
  const take = (piece: Uint8Array<ArrayBuffer>) => {
    pieces.push(piece);
    receivedBytes += piece.length;
    report(receivedBytes);
  };
  const reported = hasLines(response)
    ? await takeLines(response, signal, take)
    : await takeBytes(response, signal, take);
  return {
    mp3: new Blob(pieces, { type: 'audio/mpeg' }),
    ...reported,
  };
}

/** An older server, or a proxy, may answer with the sound alone. */
function hasLines(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith(progressMediaType) ?? false;
}

async function takeLines(
  response: Response,
  signal: AbortSignal,
  take: (piece: Uint8Array<ArrayBuffer>) => void,
): Promise<Omit<SpokenScript, 'mp3'>> {
  const cues: SpokenCue[] = [];
  const unspoken: Unspoken[] = [];
  let source: SpokenScript['source'];
  let seconds: number | undefined;
  for await (const line of readAnswerLines(response, speechLineSchema, signal)) {
    if ('mp3' in line) take(readBase64(line.mp3));
    else if ('cue' in line) cues.push(line.cue);
    else if ('unspoken' in line) unspoken.push(line.unspoken);
    else if ('source' in line) source = line.source;
    else if ('seconds' in line) seconds = line.seconds;
  }
  if (seconds === undefined) throw new CodedError('unavailable', { message: brokeOff });
  return { seconds, cues, unspoken, source };
}

async function takeBytes(
  response: Response,
  signal: AbortSignal,
  take: (piece: Uint8Array<ArrayBuffer>) => void,
): Promise<undefined> {
  for await (const piece of readPieces(response, signal)) take(piece);
}

function readBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
