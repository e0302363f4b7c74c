import { z } from 'zod';
import { voiceField } from '#shared/api/fields.ts';
import { voiceSampleQuerySchema, voicesAnswerSchema } from '#shared/api/voices.ts';
import { CodedError } from '#shared/errors.ts';
import type { App } from '../http/app-types.ts';
import type { RouteParts } from '../route-parts.ts';
import { standardVoiceCatalogue } from './standard-voices.ts';

const catalogueSchema = { summary: 'The voices', response: { 200: voicesAnswerSchema } };

const sampleSchema = {
  summary: 'A voice says one sentence of a language; answers audio/mpeg',
  params: z.object({ name: z.string() }),
  querystring: voiceSampleQuerySchema,
};

/** `GET /api/voices` and `GET /api/voices/:name/sample.mp3`. */
export function addVoiceRoutes(app: App, { voiceSamples }: RouteParts): void {
  app.get('/api/voices', { schema: catalogueSchema }, async () => ({ voices: standardVoiceCatalogue }));

  app.get('/api/voices/:name/sample.mp3', { schema: sampleSchema }, async (request, reply) => {
    const voice = voiceField.safeParse(request.params.name);
    if (!voice.success) throw new CodedError('not_found', { message: 'There is no voice of this name.' });
    const file = await voiceSamples.getFile(voice.data, request.query.language);
    // Shown from the browser's memory only after asking whether the engine is still the same.
    return reply
      .header('cache-control', 'no-cache')
      .sendFile(file, voiceSamples.folder, { cacheControl: false });
  });
}
