import type { DescribedEngine } from '#engines/ports.ts';
import { describeWait } from '#shared/describe-values.ts';
import { type CodedError, LoggedCause } from '#shared/errors.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { type FailureName, failureMessages, trialMessages } from '#shared/messages/trials.ts';
import { findVendorPages } from '../engine-roles/providers.ts';

/** Failures for which a page of the vendor helps. */
const helpedBy = {
  keys: ['keyRejected', 'keyNotAllowed', 'keyOfAnother'],
  billing: ['outOfCredit', 'dailyLimit', 'dailyLimitFor', 'modelNotInPlan'],
  models: ['modelUnavailable', 'modelMissing', 'modelMissingAmong', 'modelMissingAmongMore', 'modelsUnknown'],
  status: [
    'unreachable',
    'connectionLost',
    'busyFor',
    'provider_busy',
    'provider_timeout',
    'provider_unavailable',
  ],
} as const satisfies Record<string, readonly FailureName[]>;

const connectionFaults: readonly (readonly [code: RegExp, Message<'provider'>])[] = [
  [/\b(?:ENOTFOUND|EAI_AGAIN)\b/u, trialMessages.nameNotFound],
  [/\bECONNREFUSED\b/u, trialMessages.nothingListens],
  [/CERT|\bERR_TLS_|\bUNABLE_TO_/u, trialMessages.notTrusted],
];

/**
 * A sentence for whoever connects an AI, the vendor's page that helps, and the causes that are our own, for a terminal.
 * @param id as in `EngineOffer`
 */
export function explainFailure(error: CodedError, engine: DescribedEngine, id: string | undefined) {
  const { model, provider } = engine;
  const causes: string[] = [];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause)
    if (cause instanceof LoggedCause) causes.push(cause.message);
  const name = error.filled?.key.split('.')[1];
  const wait = describeWait(error.retryAfterSeconds ?? 0);
  const meaning = findMeaning(name, causes, model);
  const vendor = findVendorPages(id);
  const page = (['keys', 'billing', 'models', 'status'] as const).find(each =>
    helpedBy[each].some(helped => helped === name),
  );
  return {
    sentence: meaning
      ? t(meaning, { provider: provider.name, model: model ?? '', wait })
      : error.operatorMessage,
    // A compatible server has none of the vendor's pages.
    helpUrl: page && vendor && provider.name.startsWith(vendor.name) ? vendor[page] : undefined,
    causes,
  };
}

function findMeaning(name: string | undefined, causes: readonly string[], model: string | undefined) {
  // Also the answer to a wrong address, where no model was chosen before.
  if (name === 'modelUnavailable' && model === undefined) return failureMessages.wrongAddress;
  const isOfConnection = name === 'unreachable' || name === 'connectionLost';
  const fault = connectionFaults.find(([code]) => isOfConnection && causes.some(cause => code.test(cause)));
  const meanings: Partial<Record<string, Message<'provider' | 'model' | 'wait'>>> = failureMessages;
  return fault?.[1] ?? (name === undefined ? undefined : meanings[name]);
}
