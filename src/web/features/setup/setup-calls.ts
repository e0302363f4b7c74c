import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import * as api from '#shared/api/setup.ts';
import { readAnswerLines, requireResult } from '../../lib/answer-lines.ts';
import { callServer, postJson } from '../../lib/call-server.ts';
import { noteFailure } from '../../lib/failures.ts';
import { getSetupHeaders } from '../../lib/setup-key.ts';
import { useEngineRefresh } from '../voice-samples/public.ts';

type Init = Pick<RequestInit, 'signal' | 'method' | 'body'>;

/** With the key. @param init `body`: JSON */
export async function askSetup<Answer>(path: string, schema: z.ZodType<Answer>, init: Init): Promise<Answer> {
  const headers = { ...getSetupHeaders(), ...(init.body && { 'content-type': 'application/json' }) };
  const answer = await callServer(path, { ...init, headers });
  return schema.parse(await answer.json());
}

function defineQuery<Answer>(path: string, schema: z.ZodType<Answer>) {
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => askSetup(path, schema, { signal }),
    retry: false,
    staleTime: 0,
  });
}

export const setupQuery = defineQuery('/api/setup', api.setupAnswerSchema);
export const serversQuery = defineQuery('/api/setup/servers', api.foundServersSchema);
export const modelsQuery = defineQuery('/api/setup/models', api.offeredModelsSchema);

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
  readonly begun: readonly { readonly step: api.SetupStep; readonly provider: string }[];
  readonly trials: readonly api.StepTrial[];
  readonly isSaved?: boolean;
  readonly error?: unknown;
}

/** Tries steps, one run at a time; leaving the page ends it. What is sent, such as a key, is kept nowhere. */
export function useTrialRun() {
  const [run, setRun] = useState<TrialRun>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const refresh = useSetupRefresh();

  async function start(body: object, path = '/api/setup/try'): Promise<TrialRun> {
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
      for await (const line of readAnswerLines(answer, api.setupLineSchema, signal))
        show(takeLine(last, line));
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

function takeLine({ begun, trials }: TrialRun, line: api.SetupLine): Partial<TrialRun> {
  if ('begun' in line) return { begun: [...begun, line.begun] };
  if (!('trial' in line)) return line;
  return { begun: begun.filter(({ step }) => step !== line.trial.step), trials: [...trials, line.trial] };
}
