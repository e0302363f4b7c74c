import { CodedError } from '#shared/errors.ts';
import type { PictureDetail } from '#shared/frame.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type {
  EngineOffer,
  NamedModels,
  ScriptEngine,
  VisionEngine,
  VisionRequest,
  WritingRequest,
} from '../ports.ts';
import { type PromptPart, toBase64, type VisionPrompt } from '../prompts/look.ts';
import type { ScriptPrompt } from '../prompts/material.ts';
import { toGarbage } from '../provider/failure.ts';
import { lookByPrompt } from '../provider/look-by-prompt.ts';
import { describeEngine, type FoundModel, type ModelChoice } from '../provider/model-choice.ts';
import type { HttpConnection, ProviderAccess } from '../provider/prepare-connection.ts';
import { writeByPrompt } from '../provider/write-by-prompt.ts';
import { passSentences, readNotes, type WrittenPiece } from '../provider/written-text.ts';
import { createTextWriter, type Part, type Turn } from './call-model.ts';
import { answerKinds, connect } from './connect.ts';
import { createModelChoices, isOlder } from './models.ts';
import { createGeminiSpeech } from './speech.ts';
import { createGeminiTranscription } from './transcription.ts';

/** One key for all roles; undefined models are chosen from the provider's list. */
export type GeminiSettings = ProviderAccess & NamedModels;

export function offerGemini(settings: GeminiSettings): EngineOffer {
  const choose = createModelChoices(connect({ ...settings, maxRetries: 0 }, answerKinds.json));
  const { visionModel, scriptModel, speechModel, transcriptionModel } = settings;
  return {
    id: 'gemini',
    vision: createGeminiVision(
      connect(settings, answerKinds.json),
      choose({ kind: 'chat', setting: 'GEMINI_VISION_MODEL', named: visionModel }),
    ),
    script: createGeminiScript(
      connect(settings, answerKinds.events),
      choose({ kind: 'chat', setting: 'GEMINI_SCRIPT_MODEL', named: scriptModel }),
    ),
    speech: createGeminiSpeech(
      connect(settings, answerKinds.sound),
      choose({ kind: 'speech', setting: 'GEMINI_SPEECH_MODEL', named: speechModel }),
    ),
    transcription: createGeminiTranscription(
      connect(settings, answerKinds.json),
      choose({ kind: 'transcription', setting: 'GEMINI_TRANSCRIPTION_MODEL', named: transcriptionModel }),
    ),
  };
}

/**
 * Minimum per picture, somewhat below what it costs: 280, 560 or 1,120 tokens since 3; before, 64 at the lowest resolution, else 258
 * (ai.google.dev/gemini-api/docs/generate-content/media-resolution, November 2026).
 */
const minTokens = { usual: 200, lowOfOlder: 50 } as const;

function createGeminiVision(connection: HttpConnection, choice: ModelChoice<FoundModel>): VisionEngine {
  const writeText = createTextWriter(connection, choice);

  async function ask({ system, parts }: VisionPrompt, { noteUsage, signal }: VisionRequest): Promise<string> {
    const asked = { system, parts: parts.map(toPart), isStreamed: false, noteUsage, signal };
    let notes = '';
    for await (const turn of writeText(asked)) {
      requireAllSeen(turn, choice.model, parts);
      if (turn.ending === 'failed' || !turn.ending) throw new CodedError('provider_garbage');
      notes = readNotes(turn.text, turn.ending === 'cut');
    }
    return notes;
  }

  const { providerName: name, mapError } = connection;
  return describeEngine({ name, isOffline: false }, choice, lookByPrompt({ ask, mapError }));
}

/** @throws CodedError `provider_garbage` if the provider's token count shows that it did not process all pictures */
function requireAllSeen(
  { usage, modelVersion }: Turn,
  chosen: string | undefined,
  parts: readonly PromptPart[],
): void {
  const tokens = usage?.promptTokensDetails?.find(({ modality }) => modality === 'IMAGE')?.tokenCount;
  const details = parts.flatMap(part => (part.kind === 'picture' ? [part.detail] : []));
  const isLow = isOlder(modelVersion ?? chosen ?? '') && details.every(detail => detail === 'low');
  const fewest = details.length * (isLow ? minTokens.lowOfOlder : minTokens.usual);
  if (typeof tokens !== 'number' || tokens >= fewest) return;
  throw toGarbage(`${tokens} tokens for ${details.length} pictures`, fill(engineMessages.framesSkipped));
}

function toPart(part: PromptPart): Part {
  if (part.kind === 'text') return { text: part.text };
  const level = `MEDIA_RESOLUTION_${part.detail.toUpperCase() as Uppercase<PictureDetail>}` as const;
  return {
    inlineData: { mimeType: 'image/jpeg', data: toBase64(part.jpeg) },
    mediaResolution: { level },
  };
}

function createGeminiScript(connection: HttpConnection, choice: ModelChoice<FoundModel>): ScriptEngine {
  const writeText = createTextWriter(connection, choice);

  async function* write({ user, ...prompt }: ScriptPrompt, request: WritingRequest): AsyncGenerator<string> {
    const { noteUsage, signal } = request;
    const turns = writeText({ ...prompt, parts: [{ text: user }], isStreamed: true, noteUsage, signal });
    yield* passSentences(toPieces(turns), request);
  }

  return describeEngine({ name: connection.providerName, isOffline: false }, choice, writeByPrompt(write));
}

async function* toPieces(turns: AsyncIterable<Turn>): AsyncGenerator<WrittenPiece> {
  for await (const { text, ending } of turns) {
    if (ending === 'failed') throw toGarbage('ended without a usual reason');
    yield { text, ending };
  }
}
