import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Cost, costsAnswerSchema, estimateAnswerSchema } from '#shared/api/costs.ts';
import { describeDollars } from '#shared/describe-values.ts';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { t } from '#shared/messages/message.ts';
import { toVoiceId } from '#shared/voices.ts';
import { getAnswer } from '../../lib/call-server.ts';
import type { WorkFacts } from '../editor/public.ts';
import classes from './dashboard.module.css';

interface CostNoteProps {
  readonly facts: WorkFacts;
  /** Cost of the last work of this kind. */
  readonly last: Cost | null | undefined;
  readonly isSignedOut: boolean;
}

/** Prices and providers seldom change. */
const freshMs = 5 * 60_000;

const estimates = { 'look and write': 'script', write: 'write', speak: 'speech' } as const;

/** Avoids a request for every letter of a script. */
const characterSteps = 100;

/** The estimated cost of a button's work, and the last actual cost; nothing if it is free. */
export function CostNote({ facts, last, isSignedOut }: CostNoteProps) {
  const query = isSignedOut ? undefined : composeQuery(facts);
  const { data } = useQuery({
    queryKey: ['cost estimate', query],
    queryFn: ({ signal }) => getAnswer(`/api/costs/estimate?${query}`, estimateAnswerSchema, signal),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    retry: false,
  });
  const estimate = query === undefined ? null : data?.[estimates[facts.work]];
  if (!estimate && !last) return null;
  return (
    <p className={classes.quiet}>
      {estimate && t(dashboardMessages.estimate, { amount: describeDollars(estimate.dollars) })}{' '}
      {last && t(dashboardMessages.lastCost, { amount: describeDollars(last.dollars) })}{' '}
      {[estimate, last].some(cost => cost && !cost.isComplete) && t(dashboardMessages.costIncomplete)}
    </p>
  );
}

/** Undefined while too little is known. */
function composeQuery(facts: WorkFacts): string | undefined {
  const { work, videoSeconds, language, voice, script, isTimed } = facts;
  const characters = Math.ceil(script.trim().length / characterSteps) * characterSteps;
  const isKnown = work !== 'speak' ? videoSeconds !== undefined : characters > 0;
  if (!isKnown || !voice) return undefined;
  const query = new URLSearchParams({
    durationSeconds: String(Math.ceil(videoSeconds ?? 0)),
    language,
    voice: toVoiceId(voice),
    ...(work === 'speak' && { characters: String(characters) }),
    ...(isTimed && { timing: 'cues' }),
  });
  return query.toString();
}

/** The cost of one work; null if unknown. Never rejects. */
export async function findWorkCost(workId: string): Promise<Cost | null> {
  try {
    return (await getAnswer(`/api/account/costs?work=${workId}`, costsAnswerSchema)).work;
  } catch {
    return null;
  }
}
