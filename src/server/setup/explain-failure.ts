import { describeWait } from '#shared/describe-values.ts';
import { type CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { trialMessages } from '#shared/messages/trials.ts';
import { findVendorPages } from '../engine-roles/providers.ts';

type Page = 'keys' | 'billing' | 'models' | 'status';
type Meaning = Message<'provider' | 'model' | 'wait'>;

/** What the message for a visitor means for whoever connects the AI, and the vendor's page for it. */
const meanings: readonly (readonly [Message<string>, meaning: Meaning, page?: Page])[] = [
  [engineMessages.keyRejected, trialMessages.keyRejected, 'keys'],
  [engineMessages.keyNotAllowed, trialMessages.keyNotAllowed, 'keys'],
  [engineMessages.countryNotServed, trialMessages.countryNotServed],
  [engineMessages.outOfCredit, trialMessages.outOfCredit, 'billing'],
  [engineMessages.dailyLimit, trialMessages.dailyLimit, 'billing'],
  [engineMessages.dailyLimitFor, trialMessages.dailyLimit, 'billing'],
  [engineMessages.modelUnavailable, trialMessages.modelUnavailable, 'models'],
  [engineMessages.modelNotInPlan, trialMessages.modelNotInPlan, 'billing'],
  [engineMessages.modelLoading, trialMessages.modelLoading],
  [engineMessages.unreachable, trialMessages.unreachable, 'status'],
  [engineMessages.connectionLost, trialMessages.unreachable, 'status'],
  [engineMessages.wrongAddress, trialMessages.wrongAddress],
  [engineMessages.busyFor, trialMessages.busy, 'status'],
  [errorMessages.provider_busy, trialMessages.busy, 'status'],
  [errorMessages.provider_timeout, trialMessages.slow, 'status'],
  [errorMessages.provider_unavailable, trialMessages.unavailable, 'status'],
  [errorMessages.provider_garbage, trialMessages.garbage],
];

/** Their operator's message is exact, and only the page is missing. */
const pages: readonly (readonly [Message<string>, Page])[] = [
  [engineMessages.keyOfAnother, 'keys'],
  [engineMessages.modelMissing, 'models'],
  [engineMessages.modelMissingAmong, 'models'],
  [engineMessages.modelMissingAmongMore, 'models'],
  [engineMessages.modelsUnknown, 'models'],
];

const connectionFaults: readonly (readonly [code: RegExp, meaning: Meaning])[] = [
  [/\b(?:ENOTFOUND|EAI_AGAIN)\b/u, trialMessages.nameNotFound],
  [/\bECONNREFUSED\b/u, trialMessages.nothingListens],
  [/CERT|\bERR_TLS_|\bUNABLE_TO_/u, trialMessages.notTrusted],
];

interface Failing {
  /** As in `EngineOffer`. */
  readonly id: string | undefined;
  /** The engine's name for it. */
  readonly provider: string;
  readonly model: string | undefined;
}

/** A sentence for whoever connects an AI, what helps, and the causes that are our own, for a terminal. */
export function explainFailure(error: CodedError, { id, provider, model }: Failing) {
  const causes = listCauses(error);
  const key = error.filled?.key;
  const [, meaning, page] = meanings.find(([said]) => said.key === key) ?? [];
  const isOfConnection = meaning === trialMessages.unreachable;
  const fault = isOfConnection
    ? connectionFaults.find(([code]) => causes.some(cause => code.test(cause)))?.[1]
    : undefined;
  const isUnnamed = meaning === trialMessages.modelUnavailable && model === undefined;
  const chosen = fault ?? (isUnnamed ? trialMessages.wrongAddress : meaning);
  const values = { provider, model: model ?? '', wait: describeWait(error.retryAfterSeconds ?? 0) };
  const vendor = id === undefined ? undefined : findVendorPages(id);
  const wanted = page ?? pages.find(([said]) => said.key === key)?.[1];
  return {
    sentence: chosen ? t(chosen, values) : error.operatorMessage,
    // A compatible server has none of the vendor's pages.
    helpUrl: wanted && vendor && provider.startsWith(vendor.name) ? vendor[wanted] : undefined,
    causes,
  };
}

function listCauses(error: CodedError): string[] {
  const causes: string[] = [];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause)
    if (cause instanceof LoggedCause) causes.push(cause.message);
  return causes;
}
