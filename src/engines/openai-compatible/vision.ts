import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type { FitPictures, VisionEngine, VisionRequest } from '../ports.ts';
import { type PromptPart, toBase64, type VisionPrompt } from '../prompts/look.ts';
import { lookByPrompt } from '../provider/look-by-prompt.ts';
import { describeEngine } from '../provider/model-choice.ts';
import { readNotes } from '../provider/written-text.ts';
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
 * Looks at frames with chat completions of a vision model: several in a request where that is known to work, else one. Other servers
 * may accept fewer pictures than a video has, or silently drop some.
 */
export function createVision(chat: Chat, settings: PictureSettings): VisionEngine {
  const { provider, isVendor, baseUrl, choice, mapError } = chat;
  const known =
    isVendor || baseUrl === undefined ? Number.POSITIVE_INFINITY : knownHosts[new URL(baseUrl).hostname];
  const mostPictures = settings.picturesPerRequest ?? known ?? 1;
  const fitting = isVendor ? undefined : settings;

  async function ask(prompt: VisionPrompt, { signal, noteUsage, requester }: VisionRequest): Promise<string> {
    const user = prompt.parts.map(toContentPart);
    const { text, wasCut } = await chat.ask({ system: prompt.system, user, signal, noteUsage, requester });
    return readNotes(text, wasCut);
  }

  return describeEngine(provider, choice, lookByPrompt({ mostPictures, fitting, ask, mapError }));
}

/** `medium` is unknown there; small pictures cost little at `high` (developers.openai.com/api/docs/guides/images-vision, November 2026). */
function toContentPart(part: PromptPart): ChatCompletionContentPart {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const url = `data:image/jpeg;base64,${toBase64(part.jpeg)}`;
  return { type: 'image_url', image_url: { url, detail: part.detail === 'low' ? 'low' : 'high' } };
}
