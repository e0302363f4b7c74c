import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type { VisionRequest } from '../ports.ts';
import { cleanText } from '../provider/clean-text.ts';
import type { PromptPart, VisionPrompt } from '../provider/vision-prompt.ts';
import { cutBackToSentences } from '../provider/whole-sentences.ts';
import { requireNoRefusal, requireText } from '../provider/written-text.ts';
import { askChat, type ChatAccess, type ChatAnswer } from './ask-chat.ts';
import { pictureUrlStart } from './encode-chat.ts';
import type { ChosenModel } from './model-choice.ts';

/** What a vision model wrote, and what its server says that it was asked. */
export interface VisionAnswer {
  readonly notes: string;
  /** Undefined where the server does not count. */
  readonly promptTokens: number | undefined;
}

/** One request to a vision model. Throws as `askChat` does. */
export type AskVision = (
  prompt: VisionPrompt,
  request: Pick<VisionRequest, 'signal' | 'noteUsage'>,
  model?: ChosenModel,
) => Promise<VisionAnswer>;

/** Asks with a chat completion. Notes that hit the token limit end with a whole sentence. */
export function createAskVision(access: ChatAccess): AskVision {
  return async ({ system, parts }, { signal, noteUsage }, model) => {
    const messages = [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: parts.map(toContentPart) },
    ];
    const answer = await askChat(access, { messages, signal, noteUsage }, model);
    return { notes: readNotes(answer), promptTokens: answer.promptTokens };
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
  return { type: 'image_url', image_url: { url: `${pictureUrlStart}${base64}` } };
}
