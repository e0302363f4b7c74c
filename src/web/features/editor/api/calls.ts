import type { z } from 'zod';
import type { Source } from '#shared/api/fields.ts';
import { fitLineSchema, type fitRequestSchema } from '#shared/api/fit.ts';
import { type scriptRequestSchema, speechLineSchema } from '#shared/api/free.ts';
import { type ProgressLine, progressLineSchema, progressMediaType } from '#shared/api/progress.ts';
import { rewriteLineAnswerSchema } from '#shared/api/rewrite.ts';
import { transcriptAnswerSchema } from '#shared/api/transcript.ts';
import { translationLineSchema } from '#shared/api/translate.ts';
import { CodedError } from '#shared/errors.ts';
import { computeMaxAnalysisCharacters, maxTranslatedCharacters, maxTranslatedLines } from '#shared/limits.ts';
import { hash } from '#shared/narration/fingerprint.ts';
import { type Line, type Observation, readObservations, toCues } from '#shared/narration/project.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import { cutLongLines } from '#shared/narration/translations.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { splitLines } from '#shared/script/split-sentences.ts';
import type { Unspoken } from '#shared/script/unspoken.ts';
import { toVoiceId } from '#shared/voices.ts';
import { readAnswerLines, requireResult } from '../../../lib/answer-lines.ts';
import { brokeOff, callServer, callWithKey, postJson, readPieces } from '../../../lib/call-server.ts';
import type { PreparedDescription } from '../jobs/listen.ts';
import type {
  AudioOrder,
  HeardAnswer,
  HearingOrder,
  LineRewriteOrder,
  LinesOrder,
  NarrationService,
  RewriteOrder,
  ScriptOrder,
  ScriptStep,
  Sent,
  SpokenLine,
  SpokenScript,
  TranslateOrder,
  WrittenScript,
} from '../model/narration-service.ts';

// All throw the server's CodedError, or that it could not be reached. Paths are those of a visitor or of an account.

/** Makes a paid call that answers in lines. @returns once all have come */
function postForLines<Line extends object>(
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

type Report = (step: ScriptStep) => void;

/** A form with what is known of a video. Texts first: the server checks them before pictures or a video arrive. */
export function startForm(
  { isTimed, description, title, said, cast }: ScriptOrder,
  prompt: string,
): FormData {
  const form = new FormData();
  form.append('prompt', prompt);
  if (isTimed) form.append('timing', 'cues');
  if (description) form.append('description', description);
  if (title) form.append('title', title);
  if (said.length > 0) form.append('transcript', JSON.stringify(said));
  if (cast.length > 0) form.append('cast', JSON.stringify(cast));
  return form;
}

export function postWriting(
  path: string,
  order: ScriptOrder,
  observations: readonly Observation[],
  described: PreparedDescription | undefined,
  report: Report,
): Promise<WrittenScript> {
  const { prompt, language, isTimed, description, detail, cast, durationSeconds, said, signal } = order;
  const { analysis: notes, moments } = readObservations(observations, order.maxTimedFrames);
  const analysis = notes.slice(0, computeMaxAnalysisCharacters(isTimed ? moments.length : 0));
  const body: Sent<z.input<typeof scriptRequestSchema>> = {
    analysis,
    prompt,
    language,
    durationSeconds,
    ...(isTimed && { timing: 'cues', moments }),
    ...(described && { description, gaps: described.sentGaps, detail, cast }),
    ...(said.length > 0 && { transcript: said }),
    part: order.part,
  };
  report({ type: 'went on', activity: { kind: 'writing' } });
  return postScript(path, body, signal, report);
}

export function postRewriting(
  path: string,
  { prompt, signal, ...fit }: RewriteOrder,
  report: Report,
): Promise<WrittenScript> {
  return postScript(path, { ...fit, prompt: prompt || undefined }, signal, report);
}

async function postScript(path: string, body: object, signal: AbortSignal, report: Report) {
  let written: WrittenScript | undefined;
  await postForLines(path, body, progressLineSchema, signal, line => {
    if ('delta' in line) report({ type: 'grew', delta: line.delta });
    if ('script' in line) written = toWritten(line);
  });
  return requireResult(written);
}

export function toWritten(line: Extract<ProgressLine, { script: string }>): WrittenScript {
  const { script: text, ...written } = line;
  return { text, ...written };
}

export function postLineRewriting(
  path: string,
  { signal, prompt, ...order }: LineRewriteOrder,
): Promise<string> {
  const body = { ...order, prompt: prompt || undefined };
  return callWithKey(path, body, async key => {
    const response = await postJson(path, body, { signal, headers: { ...key } });
    return rewriteLineAnswerSchema.parse(await response.json()).text;
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
    const body = { ...order, lines: part, prompt: prompt || undefined };
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

function splitIntoCalls(lines: TranslateOrder['lines']) {
  const parts: TranslateOrder['lines'][number][][] = [];
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

/** Reports each line as it comes. @returns the headers of the answer, for what the work has cost */
export async function postLines(
  path: string,
  order: LinesOrder,
  report: (line: SpokenLine) => void,
): Promise<Headers> {
  const { durationSeconds, signal } = order;
  // Without times, blank rows only set lines apart.
  const lines =
    durationSeconds === undefined ? order.lines.filter(({ text }) => text.trim() !== '') : order.lines;
  const body = composeBody({ ...order, lines });
  let script: string | undefined;
  let source: SpokenLine['source'];
  const { headers } = await postForLines(path, body, fitLineSchema, signal, answered => {
    if ('script' in answered) script = answered.script;
    if ('source' in answered) source = answered.source;
    if (!('line' in answered)) return;
    const { index, text, before, unspoken, mp3, seconds, source: own = source } = answered.line;
    const lineId = lines[index]?.id;
    const sound = { mp3: toMp3([readBase64(mp3)]), seconds, unspoken, source: own };
    if (lineId !== undefined) report({ lineId, text, before, ...sound });
  });
  requireResult(script);
  return headers;
}

function composeBody({ lines, asked, known, ...order }: LinesOrder) {
  const deliveries = listDeliveries(lines, order);
  const { language, provider, pronunciations, durationSeconds, shorten, description, gaps } = order;
  const listIndices = (isWanted: (line: Line) => boolean) =>
    lines.flatMap((line, index) => (isWanted(line) ? [index] : []));
  const rows = () => lines.map(({ text }) => splitLines(text).join(' ')).join('\n');
  return {
    script: durationSeconds === undefined ? rows() : printTimedScript(toCues(lines)),
    durationSeconds,
    voice: toVoiceId(order.voice),
    language,
    provider,
    pronunciations,
    ...(deliveries.length > 0 && { deliveries }),
    lines: listIndices(({ id }) => asked.has(id)),
    known: lines.flatMap(({ id }, index) => {
      const seconds = known.get(id);
      return seconds === undefined ? [] : [{ index, seconds }];
    }),
    // What a person has recorded stays as it is.
    locked: listIndices(({ isLocked, recordingId }) => isLocked === true || recordingId !== undefined),
    shorten,
    ...(description && { description, gaps }),
    prompt: order.prompt || undefined,
  } satisfies Sent<z.input<typeof fitRequestSchema>>;
}

type Delivery = NonNullable<z.input<typeof fitRequestSchema>['deliveries']>[number];

function listDeliveries(
  lines: readonly Line[],
  { voice: usual, provider, findSpokenWith }: Pick<LinesOrder, 'voice' | 'provider' | 'findSpokenWith'>,
): Delivery[] {
  const deliveries = new Map<string, Delivery>();
  for (const [index, line] of lines.entries()) {
    const spokenWith = findSpokenWith(line);
    const { pace, manner, pauseBeforeMs, pauseAfterMs } = line;
    const voice = spokenWith && toVoiceId(spokenWith.voice);
    const own = {
      ...(voice !== toVoiceId(usual) && { voice }),
      ...(spokenWith?.provider !== provider && { provider: spokenWith?.provider }),
      ...{ manner, pace, pauseBeforeMs, pauseAfterMs },
    };
    const key = JSON.stringify(own);
    const same = deliveries.get(key);
    if (same) same.lines.push(index);
    else if (key !== '{}') deliveries.set(key, { ...own, lines: [index] });
  }
  return [...deliveries.values()];
}

export type SendSpeech = (order: AudioOrder, headers: Record<string, string>) => Promise<Response>;

export function postSpeech(
  path: string,
  order: AudioOrder,
  send: SendSpeech,
  report: (receivedBytes: number) => void,
): Promise<{ readonly sound: SpokenScript; readonly headers: Headers }> {
  const { signal, ...asked } = order;
  return callWithKey(path, asked, async key => {
    const response = await send(order, { accept: progressMediaType, ...key });
    return { sound: await collectSound(response, signal, report), headers: response.headers };
  });
}

/**
 * The sound in the body of an answer. An older server, or a proxy, may answer with the sound alone.
 * @param report gets the bytes of sound that have arrived
 * @throws {CodedError} what the server says went wrong; `unavailable` when the connection breaks off
 */
export async function collectSound(
  response: Response,
  signal: AbortSignal,
  report: (receivedBytes: number) => void,
): Promise<SpokenScript> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let receivedBytes = 0;
  const take = (piece: Uint8Array<ArrayBuffer>) => {
    pieces.push(piece);
    receivedBytes += piece.length;
    report(receivedBytes);
  };
  if (!response.headers.get('content-type')?.startsWith(progressMediaType)) {
    for await (const piece of readPieces(response, signal)) take(piece);
    return { mp3: toMp3(pieces), seconds: undefined };
  }
  const cues: SpokenCue[] = [];
  const unspokenLines: Unspoken[] = [];
  let source: SpokenScript['source'];
  let seconds: number | undefined;
  for await (const line of readAnswerLines(response, speechLineSchema, signal)) {
    if ('mp3' in line) take(readBase64(line.mp3));
    else if ('cue' in line) cues.push(line.cue);
    else if ('unspoken' in line) unspokenLines.push(line.unspoken);
    else if ('source' in line) source = line.source;
    else if ('seconds' in line) seconds = line.seconds;
  }
  if (seconds === undefined) throw new CodedError('unavailable', { message: brokeOff });
  return { mp3: toMp3(pieces), seconds, cues, unspokenLines, source };
}

/** Has a piece of sound transcribed; once more where the connection breaks. */
export async function postSound(path: string, order: HearingOrder): Promise<HeardAnswer> {
  const { startSeconds, durationSeconds, mp3, signal } = order;
  const body = new FormData();
  body.append('sound', toMp3([mp3]), 'sound.mp3');
  const send = () =>
    callWithKey(path, [startSeconds, durationSeconds, mp3.length, hash(mp3)], async key => {
      const response = await callServer(path, { method: 'POST', body, headers: { ...key }, signal });
      return transcriptAnswerSchema.parse(await response.json());
    });
  try {
    return await send();
  } catch (error) {
    if (signal.aborted || !(error instanceof CodedError) || error.code !== 'unavailable') throw error;
    return await send();
  }
}

const toMp3 = (pieces: Uint8Array<ArrayBuffer>[]): Blob => new Blob(pieces, { type: 'audio/mpeg' });

function readBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
}
