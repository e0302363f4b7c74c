import { z } from 'zod';
import { cleanText } from '#engines/clean-text.ts';
import type { VisionEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import type { Connection } from './connect.ts';

const answerSchema = z.object({ notes: z.string().min(1) });

export function createParrotVision({ providerName, post }: Connection, model: string): VisionEngine {
  return {
    provider: {
      name: providerName,
      isOffline: false,
    },
    model,
    analyze: ({ frames, prompt, signal }) => {
      const pictures = frames.map(({ jpeg }) => Buffer.from(jpeg).toString('base64'));
      return post('/look', { model, prompt, pictures }, signal, async answer => {
        const read = answerSchema.safeParse(await answer.json());
        if (!read.success) throw new CodedError('provider_garbage');
        return cleanText(read.data.notes);
      });
    },
  };
}
