import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import { maxAnalysisCharacters } from '#shared/limits.ts';
import { type FitPictures, fitFrames } from '../fit-pictures.ts';
import type { Usage, VisionEngine, VisionRequest } from '../ports.ts';
import { withCost } from '../provider/failure.ts';
import { composeVisionPrompt, type PromptPart, type VisionPrompt } from '../provider/vision-prompt.ts';
import { joinNotes } from '../provider/whole-sentences.ts';
import { readNotes } from '../provider/written-text.ts';
import { askChat, type ChatAccess } from './chat.ts';
import type { ModelChoice } from './choose-model.ts';
import type { Connection } from './connect.ts';
import { composePartPrompt } from './part-prompt.ts';

export interface PictureSettings {
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
export function createVision(
  access: ChatAccess,
  choice: ModelChoice,
  settings: PictureSettings,
): VisionEngine {
  const { connection } = access;
  const most = settings.picturesPerRequest ?? findMostPictures(connection);

  async function analyzeAll(request: VisionRequest): Promise<string> {
    const { frames } = request;
    if (frames.length <= most) return await ask(access, composeVisionPrompt(request), request);
    const notes: string[] = [];
    for (let start = 0; start < frames.length; start += most) {
      const part = { start, end: Math.min(start + most, frames.length) };
      notes.push(await ask(access, composePartPrompt(request, part, notes), request));
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
      const frames = connection.isVendor
        ? request.frames
        : await fitFrames(request, settings.fitPictures, settings.maxSidePixels);
      return await analyzeAll({ ...request, frames, noteUsage });
    } catch (error) {
      const mapped = connection.mapError(error, request.signal);
      // An earlier request for the same video was answered and charged.
      throw hasPaid ? withCost(mapped, false) : mapped;
    }
  }

  return {
    provider: { name: connection.providerName, isOffline: false },
    get model() {
      return choice.model;
    },
    checkReadiness: choice.checkReadiness,
    analyze,
  };
}

function findMostPictures({ isVendor, baseUrl }: Connection): number {
  if (isVendor || baseUrl === undefined) return Number.POSITIVE_INFINITY;
  return knownHosts[new URL(baseUrl).hostname] ?? 1;
}

async function ask(
  access: ChatAccess,
  { system, parts }: VisionPrompt,
  { signal, noteUsage }: VisionRequest,
): Promise<string> {
  const messages = [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: parts.map(toContentPart) },
  ];
  const { text, wasCut } = await askChat(access, { messages, signal, noteUsage });
  return readNotes(text, wasCut);
}

function toContentPart(part: PromptPart): ChatCompletionContentPart {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const { buffer, byteOffset, byteLength } = part.jpeg;
  const base64 = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${base64}` } };
}
