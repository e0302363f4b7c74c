import { readBlob } from '#media/browser/open-video-blob.ts';
import { Sha256 } from '#media/browser/sha256.ts';
import { signFile } from '#media/credentials/place-manifest.ts';
import type { SignedContainer } from '#shared/api/content-credentials.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { credentialMessages as messages } from '#shared/messages/credentials.ts';
import { t } from '#shared/messages/message.ts';
import { postJson } from '../../../lib/call-server.ts';
import type { Signing } from './export-job.ts';
import type { OpenPlace } from './writing-places.ts';

export async function signMade(
  place: OpenPlace,
  container: SignedContainer,
  { storeBytes, made }: Signing,
  signal: AbortSignal,
): Promise<string> {
  const sign = async (hashed: object) => {
    const answer = await postJson('/api/content-credentials', { ...hashed, ...made }, { signal });
    return new Uint8Array(await answer.arrayBuffer());
  };
  try {
    await place.change(whole =>
      signFile(readBlob(whole), { container, storeBytes, hasher: new Sha256(), signal, sign }),
    );
    return t(messages.signed);
  } catch (error) {
    requireNotCancelled(signal);
    const { message } = error instanceof CodedError ? error : new CodedError('internal');
    return t(messages.unsigned, { reason: message });
  }
}
