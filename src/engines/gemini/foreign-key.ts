import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { type Failure, toSetupFailure } from '../provider/failure.ts';

/** Key prefixes of other vendors. The vendor's own keys have several prefixes, so none is required. */
const foreignKeys: readonly (readonly [start: string, vendor: string])[] = [
  ['sk-ant-', 'Anthropic'],
  ['sk-or-', 'OpenRouter'],
  ['sk-', 'OpenAI'],
  ['sk_', 'ElevenLabs'],
];

/** The vendor that the key seems to belong to; undefined if it may be the right one. */
export function findForeignVendor(apiKey: string): string | undefined {
  return foreignKeys.find(([start]) => apiKey.startsWith(start))?.[1];
}

/** Why a key is not accepted; never contains the key. */
export function toKeyFailure(apiKey: string): Failure {
  const vendor = findForeignVendor(apiKey);
  return vendor
    ? toSetupFailure(fill(engineMessages.keyOfAnother), `GEMINI_API_KEY looks like a key of ${vendor}.`)
    : toSetupFailure(fill(engineMessages.keyRejected), 'Check GEMINI_API_KEY.');
}
