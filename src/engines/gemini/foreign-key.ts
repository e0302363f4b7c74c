import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { type Failure, toSetupFailure } from '../provider/failure.ts';

/** How keys of other vendors begin. The vendor's own begin in more than one way, so none is required. */
const foreignKeys: readonly (readonly [start: string, vendor: string])[] = [
  ['sk-ant-', 'Anthropic'],
  ['sk-or-', 'OpenRouter'],
  ['sk-', 'OpenAI'],
  ['sk_', 'ElevenLabs'],
];

/** Whose key it seems to be; undefined when it may be the vendor's own. */
export function findForeignVendor(apiKey: string): string | undefined {
  return foreignKeys.find(([start]) => apiKey.startsWith(start))?.[1];
}

/** Why a key is not accepted; never with the key. */
export function toKeyFailure(apiKey: string): Failure {
  const vendor = findForeignVendor(apiKey);
  return vendor
    ? toSetupFailure(fill(engineMessages.keyOfAnother), `GEMINI_API_KEY looks like a key of ${vendor}.`)
    : toSetupFailure(fill(engineMessages.keyRejected), 'Check GEMINI_API_KEY.');
}
