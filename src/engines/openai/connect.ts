import OpenAI from 'openai';
import type { CodedError } from '#shared/errors.ts';
import { type AnswerKind, guardFetch } from '../provider/guard-fetch.ts';
import { createPatientFetch } from '../provider/patient-fetch.ts';
import { toCodedError } from './map-error.ts';
import { isOutOfCredit } from './out-of-credit.ts';
import { nameOpenAiProvider } from './provider-name.ts';

export interface OpenAiAccess {
  readonly apiKey: string | undefined;
  /** Where an OpenAI-compatible server listens, with its `/v1`; OpenAI's own when left out. */
  readonly baseUrl: string | undefined;
  /** The longest that one try may take; the SDK's default, 600,000. What took longer is not tried again. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed try is repeated; the SDK's default, 2. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** One kind of call to the provider. */
export interface Connection {
  /** Who answers, as a person may know it. */
  readonly providerName: string;
  readonly client: OpenAI;
  readonly toCodedError: (error: unknown, signal: AbortSignal) => CodedError;
}

const openAiBaseUrl = 'https://api.openai.com/v1';
const defaultTimeoutMs = 600_000;
const defaultMaxRetries = 2;
/** The SDK would try again after a time-out of its own, so ours comes first; a refusal may take a little longer. */
const laterMs = 60_000;
/** A provider that started to answer and then sends nothing for so long has died. */
const longestIdleMs = 120_000;
/** Local servers ask for no key, but the SDK wants to send one. */
const placeholderKey = 'no-key-needed';

/**
 * Prepares calls that are answered with one kind of body.
 * @throws RangeError when there is neither a key nor a base URL
 */
export function connect(access: OpenAiAccess, answer: AnswerKind): Connection {
  if (!access.apiKey && !access.baseUrl)
    throw new RangeError('OpenAI needs a key or the base URL of a server.');
  const apiKey = access.apiKey || placeholderKey;
  const timeoutMs = access.timeoutMs ?? defaultTimeoutMs;
  const guard = {
    answer,
    isFinal: isOutOfCredit,
    headTimeoutMs: timeoutMs,
    idleTimeoutMs: Math.min(longestIdleMs, timeoutMs),
    waitTimeoutMs: timeoutMs,
  };
  const client = new OpenAI({
    apiKey,
    baseURL: access.baseUrl || openAiBaseUrl,
    // Null, not undefined: the SDK would fill them in from the environment and send them to whatever server this is.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    timeout: timeoutMs + laterMs,
    maxRetries: access.maxRetries ?? defaultMaxRetries,
    logLevel: 'off',
    fetch: guardFetch(access.fetch ?? createPatientFetch(timeoutMs), guard),
  });
  return {
    providerName: nameOpenAiProvider(access.baseUrl),
    client,
    toCodedError: (error, signal) => toCodedError(error, signal, apiKey),
  };
}
