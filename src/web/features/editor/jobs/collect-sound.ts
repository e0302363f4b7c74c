import { progressMediaType } from '#shared/api/progress.ts';
import { speechLineSchema } from '#shared/api/speech-line.ts';
import { CodedError } from '#shared/errors.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { Unspoken } from '#shared/script/unspoken.ts';
import { readAnswerLines } from '../../lib/answer-lines.ts';
import { brokeOff, readPieces } from '../../lib/read-pieces.ts';

// Fetched when something is to be spoken: zod comes with it.

/** An mp3, and when each sentence is heard in it, as far as the server reported it. */
export interface CollectedSound {
  readonly audio: Blob;
  readonly cues: readonly SpokenCue[] | undefined;
  /** What of the script is not spoken, as far as the server reported it. */
  readonly unspoken?: readonly Unspoken[] | undefined;
}

/** Headers of a call whose answer says when each sentence is heard. */
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
): Promise<CollectedSound> {
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
    audio: new Blob(pieces, { type: 'audio/mpeg' }),
    cues: reported?.cues,
    unspoken: reported?.unspoken,
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
): Promise<Pick<CollectedSound, 'cues' | 'unspoken'>> {
  const cues: SpokenCue[] = [];
  const unspoken: Unspoken[] = [];
  let isWhole = false;
  for await (const line of readAnswerLines(response, speechLineSchema, signal)) {
    if ('mp3' in line) take(readBase64(line.mp3));
    else if ('cue' in line) cues.push(line.cue);
    else if ('unspoken' in line) unspoken.push(line.unspoken);
    else if ('seconds' in line) isWhole = true;
  }
  if (!isWhole) throw new CodedError('unavailable', { message: brokeOff });
  return { cues, unspoken };
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
