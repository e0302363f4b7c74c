import OpenAI from 'openai';
import type { AnswerKind } from '../provider/guard-fetch.ts';
import type { Vendor } from '../provider/name-provider.ts';
import {
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import { mapError } from './map-error.ts';
import { isOutOfCredit } from './out-of-credit.ts';
import { normalizeRefusals } from './refusal-body.ts';
import { isFinalRefusal } from './refusal-reason.ts';

/** One kind of call to the provider. */
export interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  readonly client: OpenAI;
}

/** Where the vendor's own interface begins. */
export const vendorUrl = 'https://api.openai.com/v1';

export const vendor: Vendor = { name: 'OpenAI', domain: 'api.openai.com' };

/** Times and tries are the SDK's own defaults. */
const openAi: VendorRules = {
  vendor,
  baseUrl: vendorUrl,
  timeoutMs: 600_000,
  longestBodyMs: 600_000,
  maxRetries: 2,
  // Nor does waiting help for a question that is too long or a picture for a model that sees none: some call that a 500.
  isOutOfCredit: text => isOutOfCredit(text) || isFinalRefusal(text),
  mapError,
};
/** The SDK would try again after a time-out of its own, so ours comes first; a refusal may take a little longer. */
const laterMs = 60_000;

/**
 * Prepares calls that are answered with one kind of body.
 * @param access its base URL with `/v1`
 * @throws RangeError when there is neither a key nor a base URL
 */
export function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const { clientSettings, ...connection } = prepareConnection(openAi, access, answer);
  const { apiKey, baseUrl, timeoutMs, maxRetries, fetch } = clientSettings;
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // Null, not undefined: the SDK would fill them in from the environment and send them to whatever server this is.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    timeout: timeoutMs + laterMs,
    maxRetries,
    logLevel: 'off',
    fetch: normalizeRefusals(fetch),
  });
  return { ...connection, client };
}
