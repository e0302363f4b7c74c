import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type Cost,
  type CostsAnswer,
  costsAnswerSchema,
  type EstimateAnswer,
  estimateAnswerSchema,
} from '#shared/api/costs.ts';
import { describeCost } from '#shared/describe-cost.ts';
import { callServer } from '../../lib/call-server.ts';
import type { WorkFacts } from '../studio/public.ts';
import classes from './dashboard.module.css';

interface CostNoteProps {
  readonly facts: WorkFacts;
  /** What the last work of this kind cost. */
  readonly last: Cost | null | undefined;
  /** Nobody is told of money who is signed out. */
  readonly isSignedOut: boolean;
}

/** Prices and providers change seldom. */
const freshMs = 5 * 60_000;

/** A script is not asked about with each letter. */
const characterSteps = 100;

/** What the work of a button will cost, roughly, and what it cost the last time; nothing where no money is spent. */
export function CostNote({ facts, last, isSignedOut }: CostNoteProps) {
  const query = isSignedOut ? undefined : composeQuery(facts);
  const { data } = useQuery({
    queryKey: ['cost estimate', query],
    queryFn: ({ signal }) => fetchEstimate(query ?? '', signal),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    retry: false,
  });
  const estimate = query === undefined ? null : data?.[facts.work === 'script' ? 'script' : 'speech'];
  if (!estimate && !last) return null;
  return (
    <p className={classes.quiet}>
      {estimate && `The AI for this costs ${describeCost(estimate)}. `}
      {last && `The last time it cost ${describeCost(last)}.`}
    </p>
  );
}

/** Undefined while too little is known to say anything. */
function composeQuery({
  work,
  videoSeconds,
  language,
  voice,
  script,
  followsPicture,
}: WorkFacts): string | undefined {
  const characters = Math.ceil(script.trim().length / characterSteps) * characterSteps;
  const isKnown = work === 'script' ? videoSeconds !== undefined : characters > 0;
  if (!isKnown || !voice) return undefined;
  const query = new URLSearchParams({
    durationSeconds: String(Math.ceil(videoSeconds ?? 0)),
    language,
    voice,
    ...(work === 'audio' && { characters: String(characters) }),
    ...(followsPicture && { timing: 'cues' }),
  });
  return query.toString();
}

async function fetchEstimate(query: string, signal: AbortSignal): Promise<EstimateAnswer> {
  const response = await callServer(`/api/costs/estimate?${query}`, { signal });
  return estimateAnswerSchema.parse(await response.json());
}

/** What the person's narrations cost this month; asked anew by everybody who shows it. */
export function costsQuery(uid: string) {
  return {
    queryKey: ['costs', uid],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchCosts('', signal),
    staleTime: 0,
  };
}

/** What one work cost; null where that is not known. Never fails: nobody waits for it. */
export async function findWorkCost(workId: string): Promise<Cost | null> {
  try {
    return (await fetchCosts(`?work=${workId}`)).work;
  } catch {
    return null;
  }
}

async function fetchCosts(query: string, signal?: AbortSignal): Promise<CostsAnswer> {
  const response = await callServer(`/api/account/costs${query}`, signal ? { signal } : {});
  return costsAnswerSchema.parse(await response.json());
}
