import { z } from 'zod';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { CloneRequest, EngineVoice } from '../ports.ts';
import { toSoundError } from '../provider/failure.ts';
import { readAnswer } from '../provider/written-text.ts';
import type { Connection } from './connect.ts';

/** The fields that are read: elevenlabs.io/docs/api-reference/voices/ivc/create. */
const answerSchema = z.object({ voice_id: z.string() });

/**
 * Makes an instant clone in the account.
 * @throws CodedError
 */
export async function cloneVoice(
  { call, mapError }: Connection,
  { name, samples, signal }: CloneRequest,
): Promise<EngineVoice> {
  const form = new FormData();
  form.set('name', name);
  for (const sample of samples)
    form.append('files', new File([sample.bytes], sample.name, { type: sample.mediaType }));
  try {
    requireNotCancelled(signal);
    const response = await call('/v1/voices/add', { signal, body: form });
    const { voice_id: id } = readAnswer(answerSchema, await response.json());
    return { id, name, languages: [], tags: [], isOfAccount: true };
  } catch (error) {
    throw toSoundError(mapError(error, signal));
  }
}
