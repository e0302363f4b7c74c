import { transcriptAnswerSchema } from '#shared/api/transcript.ts';
import { CodedError } from '#shared/errors.ts';
import { hash } from '#shared/narration/fingerprint.ts';
import { callServer, callWithKey } from '../../../lib/call-server.ts';
import type { HeardAnswer, HearingOrder } from '../model/narration-service.ts';

/**
 * Has a piece of sound transcribed; once more where the connection breaks.
 * @param path the call of a visitor or of an account
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function postSound(path: string, order: HearingOrder): Promise<HeardAnswer> {
  const { startSeconds, durationSeconds, mp3, signal } = order;
  const body = new FormData();
  body.append('sound', new Blob([mp3], { type: 'audio/mpeg' }), 'sound.mp3');
  const send = () =>
    callWithKey(path, [startSeconds, durationSeconds, mp3.length, hash(mp3)], async key => {
      const response = await callServer(path, { method: 'POST', body, headers: { ...key }, signal });
      return transcriptAnswerSchema.parse(await response.json());
    });
  try {
    return await send();
  } catch (error) {
    if (signal.aborted || !(error instanceof CodedError) || error.code !== 'unavailable') throw error;
    return await send();
  }
}
