import { z } from 'zod';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { maxTextTokens } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import type { EngineRequest, Usage } from '../ports.ts';
import { type AnswerForm, composeSystem } from '../prompts/material.ts';
import type { FoundModel, ModelChoice } from '../provider/model-choice.ts';
import type { HttpConnection } from '../provider/prepare-connection.ts';
import { nameField, saidField, secondsField } from '../provider/to-heard.ts';
import { listOf, optional, readAnswer } from '../provider/written-text.ts';
import { meansUnknown, readEvents, readRejection, toModelPath } from './connect.ts';
import { getMinThinking, isOlder, isTranscriptionModel, type Thinking } from './models.ts';

/** A part of a message: ai.google.dev/api/caching, Part. */
export interface Part {
  readonly text?: string;
  /** As base64. */
  readonly inlineData?: InlineData;
  readonly mediaResolution?: { readonly level: `MEDIA_RESOLUTION_${'LOW' | 'MEDIUM' | 'HIGH'}` };
  readonly speechMetadata?: { readonly style: string };
}

interface CallRequest extends EngineRequest {
  /** One user turn. */
  readonly parts: readonly Part[];
  readonly isStreamed: boolean;
}

export interface ModelCall extends CallRequest {
  readonly model: string;
  /** What a request has beside its contents: ai.google.dev/api/generate-content. */
  readonly options: {
    readonly generationConfig: object;
    readonly systemInstruction?: object;
    readonly store?: false;
  };
  /** Converts the vendor's counts, if there are any. */
  readonly countUsage: (counts: TokenCounts | undefined) => Partial<Usage>;
  /** Receives the model's shutdown date if a response names it. */
  readonly noteEnd: (endsOn: string) => void;
}

/**
 * Calls a model. Closing the generator closes the connection. Usage is noted once however the call ends, unless the provider
 * refused it.
 * @throws CodedError of the answer; other errors unmapped, because a changed request may avoid them
 */
export async function* callModel(connection: HttpConnection, call: ModelCall): AsyncGenerator<Turn> {
  const { providerName, mapError } = connection;
  let last: Partial<Turn> = {};
  let isFree = false;
  try {
    for await (const answer of request(connection, call)) {
      const turn = readTurn(answer);
      last = { usage: turn.usage ?? last.usage, modelVersion: turn.modelVersion ?? last.modelVersion };
      if (turn.retiresOn) call.noteEnd(turn.retiresOn);
      yield turn;
    }
  } catch (error) {
    isFree = mapError(error, call.signal).costsNothing;
    throw error;
  } finally {
    const model = last.modelVersion ?? call.model;
    if (!isFree) call.noteUsage?.({ provider: providerName, model, ...call.countUsage(last.usage) });
  }
}

async function* request(
  connection: HttpConnection,
  { model, parts, options, isStreamed, signal }: ModelCall,
): AsyncGenerator<unknown> {
  const method = isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const body = { contents: [{ role: 'user', parts }], ...options };
  const response = await connection.call(`${toModelPath(model)}:${method}`, { signal, body });
  if (isStreamed) yield* readEvents(response);
  else yield await response.json();
}

/**
 * The fields that are read of a response and of each streamed event, which has the same shape. Validated, because the base URL may
 * be any server. Shapes: ai.google.dev/api/generate-content, GenerateContentResponse.
 */
const partSchema = z.object({
  text: z.string().nullish(),
  /** A thought, not part of the text. */
  thought: optional(z.boolean()),
  inlineData: z.object({ mimeType: z.string(), data: z.string() }).nullish(),
  /** A speaker's turn, by a transcription model. */
  audioTranscription: optional(
    z.object({
      text: saidField,
      languageCode: nameField,
      speakerLabel: nameField,
      words: optional(
        listOf(
          z
            .object({ word: saidField, startOffset: secondsField, endOffset: secondsField })
            .transform(({ word: text, startOffset: start, endOffset: end }) => ({ text, start, end })),
        ),
      ),
    }),
  ),
});

const countSchema = optional(z.number());

const usageSchema = z.object({
  promptTokenCount: countSchema,
  promptTokensDetails: optional(listOf(z.object({ modality: nameField, tokenCount: countSchema }))),
  candidatesTokenCount: countSchema,
  thoughtsTokenCount: countSchema,
});

const answerSchema = z.object({
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(partSchema).nullish() }).nullish(),
        finishReason: z.string().nullish(),
      }),
    )
    .nullish(),
  promptFeedback: optional(z.object({ blockReason: nameField })),
  usageMetadata: optional(usageSchema),
  modelVersion: nameField,
  modelStatus: optional(z.object({ retirementTime: nameField })),
});

export type TokenCounts = z.output<typeof usageSchema>;
export type SpokenTurn = NonNullable<z.output<typeof partSchema>['audioTranscription']>;
export type InlineData = NonNullable<z.output<typeof partSchema>['inlineData']>;

export type Ending = 'whole' | 'cut' | 'failed';

export type Turn = ReturnType<typeof readTurn>;

/** ai.google.dev/api/generate-content, FinishReason. */
const refusals = [
  'SAFETY',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'RECITATION',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
];

/** @throws CodedError `content_refused` if the vendor blocked it, `provider_garbage` for another shape */
function readTurn(answer: unknown) {
  const { candidates, promptFeedback, usageMetadata, modelVersion, modelStatus } = readAnswer(
    answerSchema,
    answer,
  );
  const blockReason = promptFeedback?.blockReason;
  if (blockReason && blockReason !== 'BLOCKED_REASON_UNSPECIFIED') throw new CodedError('content_refused');
  const [candidate] = candidates ?? [];
  const parts = (candidate?.content?.parts ?? []).filter(({ thought }) => !thought);
  return {
    text: parts.map(({ text }) => text ?? '').join(''),
    sounds: parts.flatMap(({ inlineData }) => inlineData ?? []),
    spoken: parts.flatMap(({ audioTranscription }) => audioTranscription ?? []),
    /** In the last event that has one. */
    ending: readEnding(candidate?.finishReason),
    /** Counts are cumulative: the last event's cover the whole response. */
    usage: usageMetadata ?? undefined,
    /** The model that answered: requests to a retired model go to another, at its price. */
    modelVersion: modelVersion ?? undefined,
    /** Only for some models. */
    retiresOn: readDay(modelStatus?.retirementTime),
  };
}

function readEnding(finishReason: string | null | undefined): Ending | undefined {
  if (!finishReason || finishReason === 'FINISH_REASON_UNSPECIFIED') return undefined;
  if (refusals.includes(finishReason)) throw new CodedError('content_refused');
  if (finishReason === 'LANGUAGE') throw refuse('provider_unavailable', engineMessages.languageNotSpoken);
  if (finishReason === 'STOP') return 'whole';
  return finishReason === 'MAX_TOKENS' ? 'cut' : 'failed';
}

function readDay(time: string | null | undefined): string | undefined {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}

interface TextOptions {
  readonly thinking: Thinking;
  /** Thoughts count as output, so they are added to the limit. */
  readonly maxOutputTokens: number;
  /** Sends `store: false`: projects created after October 2026 store by default. Compatible servers may not know the field. */
  readonly forbidsStoring: boolean;
  /**
   * Where a request says how closely to look at pictures. Models before 3 take it for the request as a whole: only `low` is said there,
   * because their `high` costs more than their usual (ai.google.dev/gemini-api/docs/generate-content/media-resolution, November 2026).
   */
  readonly resolution: 'part' | 'request' | 'none';
  readonly holdsForm: boolean;
}

/** Reserved for thoughts. Use at `LOW` is not published. */
const lowThoughtTokens = 3000;
/** For a model that thought until its limit: 8,000 more were enough in practice. */
const maxOutputTokens = maxTextTokens + 8000;

interface TextRequest extends CallRequest {
  readonly system: string;
  readonly form?: AnswerForm | undefined;
  /** Fields of `generationConfig` that a model needs besides. */
  readonly addConfig?: (model: string) => object;
}

/**
 * Creates a function that has a model write text with the options that it needs: a refusal is retried with changed options, and a
 * model that thought until its limit once more with a higher limit. Both are remembered.
 */
export function createTextWriter(connection: HttpConnection, choice: ModelChoice<FoundModel>) {
  const learned = new Map<string, TextOptions>();

  return async function* writeText(request: TextRequest): AsyncGenerator<Turn> {
    try {
      requireNotCancelled(request.signal);
      const { model } = await choice.require(request.signal);
      for (let options = learned.get(model) ?? chooseFirstOptions(model); ; learned.set(model, options)) {
        const other = yield* writeOnce(model, options, request);
        if (!other) return;
        options = other;
      }
    } catch (error) {
      if (meansUnknown(error)) choice.forget();
      throw connection.mapError(error, request.signal);
    }
  };

  /** @returns other options, with which it may be asked again */
  async function* writeOnce(
    model: string,
    options: TextOptions,
    request: TextRequest,
  ): AsyncGenerator<Turn, TextOptions | undefined> {
    let isEmpty = true;
    try {
      for await (const turn of callModel(connection, toCall(model, options, request))) {
        isEmpty &&= turn.text === '';
        if (isEmpty && turn.ending === 'cut' && options.maxOutputTokens < maxOutputTokens)
          return { ...options, maxOutputTokens };
        yield turn;
      }
      return undefined;
    } catch (error) {
      const mayAskAgain = isEmpty && !request.signal.aborted;
      const other = mayAskAgain ? learnFromRefusal(options, error, request) : undefined;
      if (other) return other;
      throw error;
    }
  }

  function toCall(model: string, options: TextOptions, request: TextRequest) {
    const { form, parts, isStreamed, noteUsage, signal } = request;
    const { thinking, maxOutputTokens, forbidsStoring, resolution, holdsForm } = options;
    const system = composeSystem(request, holdsForm);
    const fields = {
      ...(!isTranscriptionModel(model) && { systemInstruction: { parts: [{ text: system }] } }),
      ...(forbidsStoring && { store: false as const }),
      generationConfig: {
        ...(!isTranscriptionModel(model) && { maxOutputTokens }),
        ...(thinking && { thinkingConfig: { thinkingLevel: thinking } }),
        ...(resolution === 'request' && meansLow(parts) && { mediaResolution: low }),
        ...(form && holdsForm && { responseMimeType: 'application/json', responseJsonSchema: form.schema }),
        ...request.addConfig?.(model),
      },
    };
    const noteEnd = (endsOn: string) => choice.noteEnd(model, endsOn);
    const countUsage = isTranscriptionModel(model) ? countSound : countText;
    const sent = resolution === 'part' ? parts : parts.map(({ mediaResolution: _, ...part }) => part);
    return { model, parts: sent, options: fields, isStreamed, noteUsage, signal, countUsage, noteEnd };
  }
}

const low = 'MEDIA_RESOLUTION_LOW';

function meansLow(parts: readonly Part[]): boolean {
  const levels = parts.flatMap(({ mediaResolution }) => mediaResolution ?? []);
  return levels.length > 0 && levels.every(({ level }) => level === low);
}

/** Thoughts are charged as output. */
function countText(counts: TokenCounts | undefined): Partial<Usage> {
  if (!counts) return {};
  return {
    textTokensIn: counts.promptTokenCount ?? undefined,
    textTokensOut: (counts.candidatesTokenCount ?? 0) + (counts.thoughtsTokenCount ?? 0),
  };
}

function countSound(counts: TokenCounts | undefined): Partial<Usage> {
  const { textTokensIn: soundTokensIn, ...written } = countText(counts);
  return { soundTokensIn, ...written };
}

/** Options for the next try after a refusal, which is free; undefined if it has another reason. */
function learnFromRefusal(options: TextOptions, error: unknown, { form }: TextRequest) {
  const { thinking, resolution, forbidsStoring, holdsForm } = options;
  const message = readRejection(error) ?? '';
  if (form && holdsForm && /response_?(?:json_?)?(?:schema|mime)|json mode/iu.test(message))
    return { ...options, holdsForm: false };
  if (thinking && /thinking/iu.test(message))
    return { ...options, ...allow(thinking === 'MINIMAL' ? 'LOW' : undefined) };
  if (resolution !== 'none' && /media.?resolution/iu.test(message))
    return { ...options, resolution: resolution === 'part' ? ('request' as const) : ('none' as const) };
  const refusesStoring = forbidsStoring && /unknown name "store"/iu.test(message);
  return refusesStoring ? { ...options, forbidsStoring: false } : undefined;
}

function chooseFirstOptions(model: string): TextOptions {
  const resolution = isOlder(model) ? 'request' : 'part';
  return { ...allow(getMinThinking(model)), forbidsStoring: true, resolution, holdsForm: true };
}

function allow(thinking: Thinking): Pick<TextOptions, 'thinking' | 'maxOutputTokens'> {
  return { thinking, maxOutputTokens: maxTextTokens + (thinking === 'LOW' ? lowThoughtTokens : 0) };
}
