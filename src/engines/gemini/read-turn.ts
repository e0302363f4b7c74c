import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { nameField, saidField, secondsField } from '../provider/to-heard.ts';
import { listOf, optional, readAnswer } from '../provider/written-text.ts';

/**
 * The fields that are read of a response and of each streamed event, which has the same shape. Validated, because the base URL may
 * be any server and the SDK does not check. Shapes: ai.google.dev/api/generate-content, GenerateContentResponse.
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
