import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type { VisionEngine, VisionRequest } from '../ports.ts';
import { cleanText } from '../provider/clean-text.ts';
import { composeVisionPrompt, type PromptPart } from '../provider/vision-prompt.ts';
import { cutBackToSentences } from '../provider/whole-sentences.ts';
import { readAnswer, requireNoRefusal, requireText } from '../provider/written-text.ts';
import { completionSchema, requireNotDeclined } from './chat-answer.ts';
import type { Connection } from './connect.ts';
import { createTokenLimit } from './token-limit.ts';

/** Looks at frames with a chat completion of a vision model. Notes that hit the token limit end with a whole sentence. */
export function createOpenAiVision(
  { providerName, client, mapError }: Connection,
  model: string,
): VisionEngine {
  const withTokenLimit = createTokenLimit();

  async function analyze(request: VisionRequest): Promise<string> {
    const { system, parts } = composeVisionPrompt(request);
    const messages = [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: parts.map(toContentPart) },
    ];
    try {
      const answer = await withTokenLimit(limit =>
        client.chat.completions.create({ model, messages, ...limit }, { signal: request.signal }),
      );
      return readNotes(answer);
    } catch (error) {
      throw mapError(error, request.signal);
    }
  }

  return {
    provider: {
      name: providerName,
      isOffline: false,
      receives: 'the pictures of the video and your wish',
    },
    model,
    analyze,
  };
}

/** The first choice's text. */
function readNotes(answer: unknown): string {
  const [choice] = readAnswer(completionSchema, answer).choices;
  requireNotDeclined(choice?.message, choice?.finish_reason);
  const wasCut = choice?.finish_reason === 'length';
  const notes = requireText(cleanText(choice?.message.content ?? ''), wasCut).trim();
  requireNoRefusal(notes);
  return wasCut ? cutBackToSentences(notes, 'en') : notes;
}

function toContentPart(part: PromptPart): ChatCompletionContentPart {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const { buffer, byteOffset, byteLength } = part.jpeg;
  const base64 = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${base64}` } };
}
