import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Cost, costsAnswerSchema, estimateAnswerSchema, workIdHeader } from '#shared/api/costs.ts';
import { describeDollars } from '#shared/describe-values.ts';
import { CodedError } from '#shared/errors.ts';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { fill, t } from '#shared/messages/message.ts';
import { toVoiceId } from '#shared/voices.ts';
import { callServer, getAnswer } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { ReportCount } from '../../lib/upload-form.ts';
import { changeSession, useRefreshSession } from '../accounts/public.ts';
import { createSharedCalls, type NarrationService, type WorkFacts } from '../editor/public.ts';

interface ServiceEvents {
  readonly onSessionEnded: () => void;
  readonly onCounted: ReportCount;
  readonly onNotCounted: () => void;
  readonly onWritten: (work: WorkFacts['work'], cost: Cost | undefined) => void;
  readonly onSpoken: (workId: string | null) => void;
}

function createDashboardService(events: ServiceEvents): NarrationService {
  async function watchSession<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'unauthorized') throw error;
      events.onSessionEnded();
      throw new CodedError('unauthorized', {
        message: fill(dashboardMessages.signedOutTryAgain),
        cause: error,
      });
    }
  }

  const calls = createSharedCalls('/api', headers => events.onSpoken(headers.get(workIdHeader)));
  const createAudio = calls.createAudio('/convert_to_voice', (order, headers) => {
    const { script, voice, language, provider, signal } = order;
    const body = new FormData();
    body.append('script', script);
    body.append('voice', toVoiceId(voice));
    if (language) body.append('language', language);
    if (provider) body.append('provider', provider);
    return callServer('/convert_to_voice', { method: 'POST', body, headers, signal });
  });
  return {
    async prepare() {
      await loadDashboardScript();
    },

    createScript: (order, report) =>
      watchSession(async () => {
        const { createDashboardScript } = await loadDashboardScript();
        const { cost, ...written } = await createDashboardScript(order, report, events.onCounted);
        events.onWritten(order.observations.length > 0 ? 'write' : 'look and write', cost);
        return written;
      }).catch(error => {
        events.onNotCounted();
        throw error;
      }),

    rewriteScript: (order, report) =>
      watchSession(async () => {
        const { cost, ...written } = await calls.rewriteScript(order, report);
        events.onWritten('write', cost);
        return written;
      }),
    rewriteLine: order => watchSession(() => calls.rewriteLine(order)),
    translateLines: (order, report) => watchSession(() => calls.translateLines(order, report)),
    transcribe: order => watchSession(() => calls.transcribe(order)),
    speakLines: (order, report) => watchSession(() => calls.speakLines(order, report)),
    createAudio: (order, report) => watchSession(() => createAudio(order, report)),
  };
}

const loadDashboardScript = () => loadChunk('narration', () => import('./create-dashboard-script.ts'));

type LastCosts = Partial<Record<WorkFacts['work'], Cost | null>>;

export function useDashboardService(onSessionEnded: () => void) {
  const queryClient = useQueryClient();
  const refreshSession = useRefreshSession();
  const latest = useRef({ onSessionEnded, refreshSession });
  latest.current = { onSessionEnded, refreshSession };
  const [lastCosts, setLastCosts] = useState<LastCosts>({});
  const noteCost = (work: keyof LastCosts, cost: Cost | null) =>
    setLastCosts(costs => ({ ...costs, [work]: cost }));
  const [service] = useState(() =>
    createDashboardService({
      onSessionEnded: () => latest.current.onSessionEnded(),
      onCounted: left =>
        void changeSession(queryClient, me => me && { ...me, narrations: { ...me.narrations, ...left } }),
      // If the request fails, the number stays until the next narration.
      onNotCounted: () => void latest.current.refreshSession().catch(() => {}),
      onWritten: (work, cost) => noteCost(work, cost ?? null),
      onSpoken: async workId => {
        const path = `/api/account/costs?work=${workId}`;
        const costs = workId === null ? null : await getAnswer(path, costsAnswerSchema).catch(() => null);
        noteCost('speak', costs?.work ?? null);
      },
    }),
  );
  return { service, lastCosts };
}

interface CostNoteProps {
  readonly facts: WorkFacts;
  readonly last: Cost | null | undefined;
  readonly isSignedOut: boolean;
}

const freshMs = 5 * 60_000;

const estimates = { 'look and write': 'script', write: 'write', speak: 'speech' } as const;

/** Avoids a request for every letter of a script. */
const characterSteps = 100;

export function CostNote({ facts, last, isSignedOut }: CostNoteProps) {
  const query = isSignedOut ? undefined : composeQuery(facts);
  const { data } = useQuery({
    queryKey: ['cost estimate', query],
    queryFn: ({ signal }) => getAnswer(`/api/costs/estimate?${query}`, estimateAnswerSchema, { signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    retry: false,
  });
  const estimate = query === undefined ? null : data?.[estimates[facts.work]];
  if (!estimate && !last) return null;
  return (
    <p className="flat soft">
      {estimate && t(dashboardMessages.estimate, { amount: describeDollars(estimate.dollars) })}{' '}
      {last && t(dashboardMessages.lastCost, { amount: describeDollars(last.dollars) })}{' '}
      {[estimate, last].some(cost => cost && !cost.isComplete) && t(dashboardMessages.costIncomplete)}
    </p>
  );
}

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
