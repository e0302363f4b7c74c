import type { Part } from '@google/genai';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import type { VisionEngine, VisionRequest } from '../ports.ts';
import { composeVisionPrompt, type PromptPart } from '../provider/vision-prompt.ts';
import { readNotes } from '../provider/written-text.ts';
import type { Connection } from './connect.ts';
import type { ModelChoice } from './model-choice.ts';
import type { TokenCounts } from './read-turn.ts';
import { createTextWriter } from './write-text.ts';

/**
 * Minimum per picture: 1,120 tokens at the default resolution of 3.x, 258 at that of 2.5
 * (ai.google.dev/gemini-api/docs/media-resolution).
 */
const minTokensPerPicture = 200;

/** Analyses all frames in one request. */
export function createGeminiVision(connection: Connection, choice: ModelChoice): VisionEngine {
  const writeText = createTextWriter(connection, choice);

  async function analyze(request: VisionRequest): Promise<string> {
    const { noteUsage, signal, frames } = request;
    const { system, parts } = composeVisionPrompt(request);
    const asked = { system, parts: parts.map(toPart), isStreamed: false, noteUsage, signal };
    let notes = '';
    for await (const turn of writeText(asked)) {
      requireAllSeen(turn.usage, frames.length);
      if (turn.ending === 'failed' || !turn.ending) throw new CodedError('provider_garbage');
      notes = readNotes(turn.text, turn.ending === 'cut');
    }
    return notes;
  }

  return {
    provider: { name: connection.providerName, isOffline: false },
    get model() {
      return choice.current;
    },
    checkReadiness: choice.checkReadiness,
    analyze,
  };
}

/** @throws CodedError `provider_garbage` if the provider's token count shows that it did not process all pictures */
function requireAllSeen(usage: TokenCounts | undefined, pictures: number): void {
  const tokens = usage?.promptTokensDetails?.find(({ modality }) => modality === 'IMAGE')?.tokenCount;
  if (typeof tokens !== 'number' || tokens >= pictures * minTokensPerPicture) return;
  throw new CodedError('provider_garbage', {
    message: fill(engineMessages.framesSkipped),
    cause: new LoggedCause(`${tokens} tokens for ${pictures} pictures`),
  });
}

function toPart(part: PromptPart): Part {
  if (part.kind === 'text') return { text: part.text };
  const { buffer, byteOffset, byteLength } = part.jpeg;
  const data = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return { inlineData: { mimeType: 'image/jpeg', data } };
}
