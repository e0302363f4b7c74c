import { z } from 'zod';
import type { Cost } from '#shared/api/costs.ts';
import type { Source } from '#shared/api/fields.ts';
import type { scriptRequestSchema } from '#shared/api/free.ts';
import { type ProgressLine, progressLineSchema, progressMediaType } from '#shared/api/progress.ts';
import type { rewriteLineRequestSchema, rewriteRequestSchema } from '#shared/api/rewrite.ts';
import { type translateRequestSchema, translationLineSchema } from '#shared/api/translate.ts';
import { maxTranslatedCharacters, maxTranslatedLines } from '#shared/limits.ts';
import { type Observation, readObservations } from '#shared/narration/project.ts';
import { cutLongLines } from '#shared/narration/translations.ts';
import { readAnswerLines, requireResult } from '../../../lib/answer-lines.ts';
import { callWithKey, postJson } from '../../../lib/call-server.ts';
import type { PreparedDescription } from '../jobs/listen.ts';
import type {
  LineRewriteOrder,
  LineToTranslate,
  NarrationService,
  RewriteOrder,
  ScriptOrder,
  ScriptStep,
  TranslateOrder,
  WrittenScript,
} from '../model/narration-service.ts';

// All throw the server's CodedError, or that it could not be reached. Paths are those of a visitor or of an account.

/** What a call takes, by its schema. */
export type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Sent<Value[Key]> }
    : Value;

/** Makes a paid call that answers in lines. @returns once all have come */
export function postForLines<Line extends object>(
  path: string,
  body: object,
  schema: z.ZodType<Line>,
  signal: AbortSignal,
  take: (line: Line) => void,
): Promise<Response> {
  return callWithKey(path, body, async key => {
    const response = await postJson(path, body, { signal, headers: { accept: progressMediaType, ...key } });
    for await (const line of readAnswerLines(response, schema, signal)) take(line);
    return response;
  });
}

export interface PaidScript extends WrittenScript {
  /** Undefined where it is unknown. */
  readonly cost?: Cost | undefined;
}

type Report = (step: ScriptStep) => void;

/** Writes a script from what was seen. */
export function postWriting(
  path: string,
  order: ScriptOrder,
  observations: readonly Observation[],
  described: PreparedDescription | undefined,
  report: Report,
): Promise<PaidScript> {
  const { prompt, language, isTimed, description, detail, cast, durationSeconds, said, signal } = order;
  const { analysis, moments } = readObservations(observations);
  const body: Sent<z.input<typeof scriptRequestSchema>> = {
    analysis,
    prompt,
    language,
    durationSeconds,
    ...(isTimed && { timing: 'cues', moments }),
    ...(described && { description, gaps: described.sentGaps, detail, cast }),
    ...(said.length > 0 && { transcript: said }),
  };
  report({ type: 'went on', activity: { kind: 'writing' } });
  return postScript(path, body, signal, report);
}

/** Rewrites a script so that it fits its video. */
export function postRewriting(
  path: string,
  { prompt, signal, ...fit }: RewriteOrder,
  report: Report,
): Promise<PaidScript> {
  const body = { ...fit, prompt: prompt || undefined } satisfies Sent<z.input<typeof rewriteRequestSchema>>;
  return postScript(path, body, signal, report);
}

async function postScript(path: string, body: object, signal: AbortSignal, report: Report) {
  let written: PaidScript | undefined;
  await postForLines(path, body, progressLineSchema, signal, line => {
    if ('delta' in line) report({ type: 'grew', delta: line.delta });
    if ('script' in line) written = toWritten(line);
  });
  return requireResult(written);
}

export function toWritten(line: Extract<ProgressLine, { script: string }>): PaidScript {
  const { script: text, notice, writer, untold, cost } = line;
  return { text, notice, writer, untold, cost };
}

const lineAnswerSchema = z.object({ text: z.string() });

/** Rewrites a line by a wish. */
export function postLineRewriting(
  path: string,
  { signal, prompt, ...order }: LineRewriteOrder,
): Promise<string> {
  const body: Sent<z.input<typeof rewriteLineRequestSchema>> = { ...order, prompt: prompt || undefined };
  return callWithKey(path, body, async key => {
    const response = await postJson(path, body, { signal, headers: { ...key } });
    return lineAnswerSchema.parse(await response.json()).text;
  });
}

/** Translates lines in as many calls as they take. @returns who translated */
export async function postTranslation(
  path: string,
  { lines, prompt, signal, ...order }: TranslateOrder,
  report: Parameters<NarrationService['translateLines']>[1],
): Promise<Source | undefined> {
  for (const { id, text } of lines) if (text.trim() === '') report({ id, text: '' });
  const { pieces, join } = cutLongLines(lines);
  let translator: Source | undefined;
  for (const part of splitIntoCalls(pieces)) {
    const asked = { ...order, lines: part, prompt: prompt || undefined };
    const body: Sent<z.input<typeof translateRequestSchema>> = asked;
    translator = undefined;
    await postForLines(path, body, translationLineSchema, signal, answered => {
      if ('writer' in answered) translator = answered.writer;
      const line = 'line' in answered && join(answered.line);
      if (line) report(line);
    });
    requireResult(translator);
  }
  return translator;
}

function splitIntoCalls(lines: readonly LineToTranslate[]): LineToTranslate[][] {
  const parts: LineToTranslate[][] = [];
  let characters = 0;
  for (const line of lines) {
    characters += line.text.length;
    const part = parts.at(-1);
    if (part && part.length < maxTranslatedLines && characters <= maxTranslatedCharacters) part.push(line);
    else {
      parts.push([line]);
      characters = line.text.length;
    }
  }
  return parts;
}
