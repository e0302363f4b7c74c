import type { VisionEngine, VisionRequest } from '../ports.ts';
import { cleanText } from '../provider/clean-text.ts';
import {
  completionSchema,
  readAnswer,
  requireNoRefusal,
  requireNotDeclined,
  requireText,
} from './chat-answer.ts';
import type { Connection } from './connect.ts';
import { createTokenLimit } from './token-limit.ts';
import { composeVisionMessages } from './vision-prompt.ts';
import { cutBackToSentences } from './whole-sentences.ts';

/** Looks at frames with a chat completion of a vision model. Notes that hit the token limit end with a whole sentence. */
export function createOpenAiVision(
  { providerName, client, mapError }: Connection,
  model: string,
): VisionEngine {
  const withTokenLimit = createTokenLimit();

  async function analyze(request: VisionRequest): Promise<string> {
    const messages = composeVisionMessages(request);
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
  const notes = requireText(cleanText(choice?.message.content ?? ''), choice?.finish_reason).trim();
  requireNoRefusal(notes);
  return choice?.finish_reason === 'length' ? cutBackToSentences(notes, 'en') : notes;
}
