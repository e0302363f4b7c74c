import { z } from 'zod';
import type { VisionEngine, VisionRequest } from '#engines/ports.ts';
import { toBase64, type VisionPrompt } from '#engines/prompts/look.ts';
import { lookByPrompt } from '#engines/provider/look-by-prompt.ts';
import { readAnswer, readNotes } from '#engines/provider/written-text.ts';
import type { Connection } from './connect.ts';

const answerSchema = z.object({ notes: z.string() });

export function createParrotVision(
  { providerName, post, mapError }: Connection,
  model: string,
): VisionEngine {
  const ask = ({ system, parts }: VisionPrompt, { signal }: VisionRequest) => {
    const pictures = parts.flatMap(part => (part.kind === 'picture' ? [toBase64(part.jpeg)] : []));
    const texts = parts.flatMap(part => (part.kind === 'text' ? [part.text] : []));
    const body = { model, prompt: [system, ...texts].join('\n\n'), pictures };
    return post('/look', body, signal, async answer =>
      readNotes(readAnswer(answerSchema, await answer.json()).notes, false),
    );
  };
  return {
    provider: {
      name: providerName,
      isOffline: false,
    },
    model,
    ...lookByPrompt({ ask, mapError }),
  };
}
