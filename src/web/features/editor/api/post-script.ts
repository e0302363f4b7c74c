import { z } from 'zod';
import type { Cost } from '#shared/api/costs.ts';
import { type ProgressLine, progressMediaType } from '#shared/api/progress.ts';
import type { RewriteRequest } from '#shared/api/rewrite.ts';
import { type Observation, readObservations } from '#shared/narration/project.ts';
import { readProgressLines, requireResult } from '../../../lib/answer-lines.ts';
import { callWithKey, postJson } from '../../../lib/call-server.ts';
import type { PreparedDescription } from '../jobs/prepare-description.ts';
import type {
  LineRewriteOrder,
  RewriteOrder,
  ScriptOrder,
  ScriptStep,
  WrittenScript,
} from '../model/narration-service.ts';

/** A script, and what it has cost, if that is known. */
export interface PaidScript extends WrittenScript {
  readonly cost?: Cost | undefined;
}

type Report = (step: ScriptStep) => void;

/**
 * Writes a script from what was seen, and reports it as it is written.
 * @param path the call of a visitor or of an account
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function postWriting(
  path: string,
  order: ScriptOrder,
  observations: readonly Observation[],
  described: PreparedDescription | undefined,
  report: Report,
): Promise<PaidScript> {
  const { prompt, language, isTimed, description, detail, cast, durationSeconds, said, signal } = order;
  const { analysis, moments } = readObservations(observations);
  const body = {
    analysis,
    prompt,
    language,
    durationSeconds,
    ...(isTimed && { timing: 'cues', moments }),
    ...(described && { description, gaps: described.sentGaps, detail, cast }),
    ...(said.length > 0 && { transcript: said }),
  };
  report({ type: 'went on', activity: { kind: 'writing' } });
  return await post(path, body, signal, report);
}

/** As {@link postWriting}, for a script that is rewritten so that it fits. */
export async function postRewriting(
  path: string,
  { prompt, signal, ...fit }: RewriteOrder,
  report: Report,
): Promise<PaidScript> {
  const body: RewriteRequest = { ...fit, ...(prompt !== '' && { prompt }) };
  return await post(path, body, signal, report);
}

async function post(path: string, body: object, signal: AbortSignal, report: Report): Promise<PaidScript> {
  return callWithKey(path, body, async key => {
    const response = await postJson(path, body, { signal, headers: { accept: progressMediaType, ...key } });
    let written: PaidScript | undefined;
    for await (const line of readProgressLines(response, signal)) {
      if ('delta' in line) report({ type: 'grew', delta: line.delta });
      if ('script' in line) written = toWritten(line);
    }
    return requireResult(written);
  });
}

export function toWritten({
  script: text,
  notice,
  writer,
  untold,
  cost,
}: Extract<ProgressLine, { script: string }>): PaidScript {
  return { text, notice, writer, untold, cost };
}

const answerSchema = z.object({ text: z.string() });

/**
 * Has a line written anew by a wish.
 * @param path the call of a visitor or of an account
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function postLineRewriting(
  path: string,
  { signal, prompt, ...order }: LineRewriteOrder,
): Promise<string> {
  const body = { ...order, ...(prompt !== '' && { prompt }) };
  return callWithKey(path, body, async key => {
    const response = await postJson(path, body, { signal, headers: { ...key } });
    return answerSchema.parse(await response.json()).text;
  });
}
