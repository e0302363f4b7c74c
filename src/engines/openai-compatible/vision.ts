import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import { maxAnalysisCharacters } from '#shared/limits.ts';
import { type FitPictures, fitFrames } from '../fit-pictures.ts';
import type { Usage, VisionEngine, VisionRequest } from '../ports.ts';
import {
  composePartPrompt,
  composeVisionPrompt,
  type PromptPart,
  toBase64,
  type VisionPrompt,
} from '../prompts/look.ts';
import { withCost } from '../provider/failure.ts';
import { describeEngine } from '../provider/model-choice.ts';
import { joinNotes, readNotes } from '../provider/written-text.ts';
import type { Chat } from './chat.ts';

interface PictureSettings {
  readonly fitPictures: FitPictures;
  /** The longer side to which pictures are scaled down for servers other than the vendor. */
  readonly maxSidePixels: number;
  /** From the settings; undefined for the known limit of the server. */
  readonly picturesPerRequest: number | undefined;
}

/** Documented pictures per request of known providers (2026-11). */
const knownHosts: Readonly<Record<string, number>> = {
  'openrouter.ai': Number.POSITIVE_INFINITY,
  'api.groq.com': 5,
  'api.x.ai': Number.POSITIVE_INFINITY,
};

/**
 * Analyses frames with chat completions of a vision model: all in one request where that is known to work, else one per request
 * with the notes on the earlier ones. Other servers may accept fewer pictures than a video has, or silently drop some.
 */
export function createVision(chat: Chat, settings: PictureSettings): VisionEngine {
  const { provider, isVendor, choice, mapError } = chat;
  const most = settings.picturesPerRequest ?? findMostPictures(chat);

  async function ask(prompt: VisionPrompt, { signal, noteUsage, requester }: VisionRequest): Promise<string> {
    const messages = [
      { role: 'system' as const, content: prompt.system },
      { role: 'user' as const, content: prompt.parts.map(toContentPart) },
    ];
    const { text, wasCut } = await chat.ask({ messages, signal, noteUsage, requester });
    return readNotes(text, wasCut);
  }

  async function analyzeAll(request: VisionRequest): Promise<string> {
    const { frames } = request;
    if (frames.length <= most) return await ask(composeVisionPrompt(request), request);
    const notes: string[] = [];
    for (let start = 0; start < frames.length; start += most) {
      const part = { start, end: Math.min(start + most, frames.length) };
      notes.push(await ask(composePartPrompt(request, part, notes), request));
    }
    return joinNotes(notes, maxAnalysisCharacters);
  }

  async function analyze(request: VisionRequest): Promise<string> {
    let hasPaid = false;
    const noteUsage = (usage: Usage) => {
      hasPaid = true;
      request.noteUsage?.(usage);
    };
    try {
      const frames = isVendor
        ? request.frames
        : await fitFrames(request, settings.fitPictures, settings.maxSidePixels);
      return await analyzeAll({ ...request, frames, noteUsage });
    } catch (error) {
      const mapped = mapError(error, request.signal);
      // An earlier request for the same video was answered and charged.
      throw hasPaid ? withCost(mapped, false) : mapped;
    }
  }

  return describeEngine(provider, choice, { analyze });
}

function findMostPictures({ isVendor, baseUrl }: Chat): number {
  if (isVendor || baseUrl === undefined) return Number.POSITIVE_INFINITY;
  return knownHosts[new URL(baseUrl).hostname] ?? 1;
}

function toContentPart(part: PromptPart): ChatCompletionContentPart {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  return { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${toBase64(part.jpeg)}` } };
}
