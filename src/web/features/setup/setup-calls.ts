import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import {
  foundServersSchema,
  type OfferedModel,
  offeredModelsSchema,
  type SetupLine,
  type SetupStep,
  type StepTrial,
  setupAnswerSchema,
  setupLineSchema,
  type TrySetup,
} from '#shared/api/setup.ts';
import { readAnswerLines, requireResult } from '../../lib/answer-lines.ts';
import { callServer, postJson } from '../../lib/call-server.ts';
import { noteFailure } from '../../lib/failures.ts';
import { getSetupHeaders } from '../../lib/setup-key.ts';
import { useEngineRefresh } from '../voice-samples/public.ts';

/** One of the set-up page's calls, with the key. */
export async function askSetup<Answer>(
  path: string,
  schema: z.ZodType<Answer>,
  { body, ...init }: Pick<RequestInit, 'signal' | 'method'> & { readonly body?: unknown },
): Promise<Answer> {
  const headers = { ...getSetupHeaders(), ...(body !== undefined && { 'content-type': 'application/json' }) };
  const answer = await callServer(path, {
    ...init,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return schema.parse(await answer.json());
}

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => askSetup('/api/setup', setupAnswerSchema, { signal }),
  retry: false,
  staleTime: 0,
});

export const serversQuery = queryOptions({
  queryKey: ['setup servers'],
  queryFn: ({ signal }) => askSetup('/api/setup/servers', foundServersSchema, { signal }),
  retry: false,
});

const pollMs = 1000;

export const modelsQuery = queryOptions({
  queryKey: ['setup models'],
  queryFn: ({ signal }) => askSetup('/api/setup/models', offeredModelsSchema, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.models.some(isArriving) ? pollMs : false),
});

/** The server works on it. */
export function isArriving({ state }: OfferedModel): boolean {
  return state === 'waiting' || state === 'downloading' || state === 'checking';
}

/** After a change: of what the page shows, and of what the start page says. */
export function useSetupRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  const refreshEngines = useEngineRefresh();
  return useCallback(async () => {
    refreshEngines();
    await queryClient.invalidateQueries({ queryKey: setupQuery.queryKey });
  }, [queryClient, refreshEngines]);
}

export interface TrialRun {
  readonly isRunning: boolean;
  /** Steps that are asked now. */
  readonly begun: readonly { readonly step: SetupStep; readonly provider: string }[];
  readonly trials: readonly StepTrial[];
  readonly isSaved?: boolean;
  readonly error?: unknown;
}

/** Tries steps, one run at a time; leaving the page ends it. What is sent, such as a key, is kept nowhere. */
export function useTrialRun() {
  const [run, setRun] = useState<TrialRun>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const refresh = useSetupRefresh();

  async function start(
    body: TrySetup | { readonly model?: string },
    path = '/api/setup/try',
  ): Promise<TrialRun> {
    control.current?.abort();
    control.current = new AbortController();
    const { signal } = control.current;
    let last: TrialRun = { isRunning: true, begun: [], trials: [] };
    const show = (changes: Partial<TrialRun>) => {
      last = { ...last, ...changes };
      if (!signal.aborted) setRun(last);
    };
    show({});
    try {
      const answer = await postJson(path, body, { signal, headers: getSetupHeaders() });
      for await (const line of readAnswerLines(answer, setupLineSchema, signal)) show(takeLine(last, line));
      requireResult(last.isSaved);
      await refresh();
    } catch (error) {
      if (!signal.aborted) noteFailure(error);
      show({ error });
    }
    show({ isRunning: false, begun: [] });
    return last;
  }

  return { run, start };
}

function takeLine({ begun, trials }: TrialRun, line: SetupLine): Partial<TrialRun> {
  if ('begun' in line) return { begun: [...begun, line.begun] };
  if ('isSaved' in line) return line;
  if (!('trial' in line)) return {};
  const { trial } = line;
  return { begun: begun.filter(({ step }) => step !== trial.step), trials: [...trials, trial] };
}
