import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type { VisionEngine, VisionRequest } from '../ports.ts';
import { cleanText } from '../provider/clean-text.ts';
import { composeVisionPrompt, type PromptPart } from '../provider/vision-prompt.ts';
import { cutBackToSentences } from '../provider/whole-sentences.ts';
import { requireNoRefusal, requireText } from '../provider/written-text.ts';
import { askChat, type ChatAccess, type ChatAnswer } from './ask-chat.ts';
import type { ModelChoice } from './model-choice.ts';

/** Looks at frames with a chat completion of a vision model. Notes that hit the token limit end with a whole sentence. */
export function createOpenAiVision(access: ChatAccess, choice: ModelChoice): VisionEngine {
  const { providerName, mapError } = access.connection;

  async function analyze(request: VisionRequest): Promise<string> {
    const { system, parts } = composeVisionPrompt(request);
    const messages = [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: parts.map(toContentPart) },
    ];
    try {
      return readNotes(await askChat(access, { ...request, messages }));
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
    get model() {
      return choice.model;
    },
    checkReadiness: choice.checkReadiness,
    analyze,
  };
}

function readNotes({ text, wasCut }: ChatAnswer): string {
  const notes = requireText(cleanText(text), wasCut).trim();
  requireNoRefusal(notes);
  return wasCut ? cutBackToSentences(notes, 'en') : notes;
}

function toContentPart(part: PromptPart): ChatCompletionContentPart {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const { buffer, byteOffset, byteLength } = part.jpeg;
  const base64 = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${base64}` } };
}
