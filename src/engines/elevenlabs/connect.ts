import type { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import type { CodedError } from '#shared/errors.ts';
import { type AnswerKind, guardFetch } from '../provider/guard-fetch.ts';
import { nameProvider, type Vendor } from '../provider/name-provider.ts';
import { createPatientFetch } from '../provider/patient-fetch.ts';
import { retryFetch } from '../provider/retry-fetch.ts';
import { isOutOfCredit } from './error-body.ts';
import { toCodedError } from './map-error.ts';

export interface ElevenLabsAccess {
  readonly apiKey: string | undefined;
  /** Where a compatible server listens, without `/v1`; ElevenLabs' own when left out. */
  readonly baseUrl: string | undefined;
  /** The longest that a call may take to its first byte; 240,000, the SDK's default. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed try is repeated; 2, the SDK's default. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** One kind of call to the provider. */
export interface Connection {
  /** Who answers, as a person may know it. */
  readonly providerName: string;
  readonly client: Promise<ElevenLabsClient>;
  readonly toCodedError: (error: unknown, signal: AbortSignal) => CodedError;
}

const elevenLabs: Vendor = { name: 'ElevenLabs', domain: 'elevenlabs.io' };
const elevenLabsBaseUrl = 'https://api.elevenlabs.io';
const defaultTimeoutMs = 240_000;
const defaultMaxRetries = 2;
/** A provider that started to answer and then sends nothing for so long has died. */
const longestIdleMs = 120_000;
/** Three hours of sound that is made twice as fast as it is heard. */
const longestBodyMs = 90 * 60_000;
/** Local servers ask for no key, but without one the SDK would look for one in the environment. */
const placeholderKey = 'no-key-needed';

/**
 * Prepares calls that are answered with one kind of body.
 * @throws RangeError when there is neither a key nor a base URL
 */
export function connect(access: ElevenLabsAccess, answer: AnswerKind): Connection {
  if (!access.apiKey && !access.baseUrl)
    throw new RangeError('ElevenLabs needs a key or the base URL of a server.');
  const apiKey = access.apiKey || placeholderKey;
  const client = openClient(access, apiKey, answer);
  // Whoever calls hears of it; until then it must not count as unhandled.
  client.catch(() => undefined);
  return {
    providerName: nameProvider(elevenLabs, access.baseUrl),
    client,
    toCodedError: (error, signal) => toCodedError(error, signal, apiKey),
  };
}

/** The SDK takes about 120 MB and a second of processor time, so that only a server that speaks with it loads it. */
async function openClient(
  access: ElevenLabsAccess,
  apiKey: string,
  answer: AnswerKind,
): Promise<ElevenLabsClient> {
  const timeoutMs = access.timeoutMs ?? defaultTimeoutMs;
  const guarded = guardFetch(access.fetch ?? createPatientFetch(timeoutMs), {
    answer,
    isFinal: isOutOfCredit,
    headTimeoutMs: timeoutMs,
    idleTimeoutMs: Math.min(longestIdleMs, timeoutMs),
    waitTimeoutMs: access.timeoutMs ?? longestBodyMs,
  });
  const { ElevenLabsClient: Client } = await import('@elevenlabs/elevenlabs-js');
  return new Client({
    apiKey,
    baseUrl: access.baseUrl || elevenLabsBaseUrl,
    timeoutInSeconds: timeoutMs / 1000,
    // Its own tries cannot be stopped while they wait, and it obeys a `Retry-After` of a minute.
    maxRetries: 0,
    fetch: retryFetch(guarded, access.maxRetries ?? defaultMaxRetries),
  });
}
