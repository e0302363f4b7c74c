import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { EngineRequest, Usage } from '../ports.ts';
import type { HttpConnection } from '../provider/prepare-connection.ts';
import { nameField, saidField, secondsField } from '../provider/to-heard.ts';
import { listOf, optional, readAnswer } from '../provider/written-text.ts';
import { readEvents, toModelPath } from './connect.ts';

/** A part of a message: ai.google.dev/api/caching, Part. */
export interface Part {
  readonly text?: string;
  /** As base64. */
  readonly inlineData?: InlineData;
  readonly speechMetadata?: { readonly style: string };
}

export interface CallRequest extends EngineRequest {
  /** One user turn. */
  readonly parts: readonly Part[];
  /** Streamed as events, or returned at once. */
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

export interface Turn {
  /** Without thoughts. */
  readonly text: string;
  readonly sounds: readonly InlineData[];
  readonly spoken: readonly SpokenTurn[];
  /** In the last event that has one. */
  readonly ending: Ending | undefined;
  /** Counts are cumulative: the last event's cover the whole response. */
  readonly usage: TokenCounts | undefined;
  /** The model that answered: requests to a retired model go to another, at its price. */
  readonly modelVersion: string | undefined;
  /** The model's shutdown date, `2026-12-01`; only for some models. */
  readonly retiresOn: string | undefined;
}

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
export function readTurn(answer: unknown): Turn {
  const { candidates, promptFeedback, usageMetadata, modelVersion, modelStatus } = readAnswer(
    answerSchema,
    answer,
  );
  requireNotBlocked(promptFeedback?.blockReason);
  const [candidate] = candidates ?? [];
  const parts = (candidate?.content?.parts ?? []).filter(({ thought }) => !thought);
  return {
    text: parts.map(({ text }) => text ?? '').join(''),
    sounds: parts.flatMap(({ inlineData }) => inlineData ?? []),
    spoken: parts.flatMap(({ audioTranscription }) => audioTranscription ?? []),
    ending: readEnding(candidate?.finishReason),
    usage: usageMetadata ?? undefined,
    modelVersion: modelVersion ?? undefined,
    retiresOn: readDay(modelStatus?.retirementTime),
  };
}

function requireNotBlocked(blockReason: string | null | undefined): void {
  if (blockReason && blockReason !== 'BLOCKED_REASON_UNSPECIFIED') throw new CodedError('content_refused');
}

function readEnding(finishReason: string | null | undefined): Ending | undefined {
  if (!finishReason || finishReason === 'FINISH_REASON_UNSPECIFIED') return undefined;
  if (refusals.includes(finishReason)) throw new CodedError('content_refused');
  if (finishReason === 'LANGUAGE') throw otherLanguage();
  if (finishReason === 'STOP') return 'whole';
  return finishReason === 'MAX_TOKENS' ? 'cut' : 'failed';
}

function otherLanguage(): CodedError {
  return new CodedError('provider_unavailable', {
    message: fill(engineMessages.languageNotSpoken),
  });
}

function readDay(time: string | null | undefined): string | undefined {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}
