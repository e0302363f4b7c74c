import { Readable } from 'node:stream';
import { z } from 'zod';
import { anyVoiceField } from '#shared/api/fields.ts';
import { voiceSampleQuerySchema, voicesAnswerSchema } from '#shared/api/voices.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { Voice } from '#shared/voices.ts';
import type { EngineRoles } from '../choose-engines.ts';
import { askRoles } from '../engine-roles/ask-roles.ts';
import { openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithBytes } from '../http/answer-with-bytes.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { describeVoices } from './describe-voices.ts';
import type { VoiceSample } from './voice-sample-store.ts';
import { VoiceSamples } from './voice-samples.ts';

interface VoiceParts {
  readonly engines: EngineRoles;
  readonly voiceSamples: VoiceSamples;
}

const catalogueSchema = { summary: 'The voices', response: { 200: voicesAnswerSchema } };

const sampleSchema = {
  summary: 'A sample of a voice in a language, as audio/mpeg',
  params: z.object({ name: z.string() }),
  querystring: voiceSampleQuerySchema,
};

/** `GET /api/voices` and `GET /api/voices/:name/sample.mp3`. */
export function addVoiceRoutes(routes: Routes, { engines, voiceSamples }: VoiceParts): void {
  routes.add({
    method: 'GET',
    url: '/api/voices',
    schema: catalogueSchema,
    guards: openToAll,
    handler: async () => {
      await askRoles([engines.speech.standard, engines.speech.premium]);
      return describeVoices(engines);
    },
  });

  routes.add({
    method: 'GET',
    url: '/api/voices/:name/sample.mp3',
    schema: sampleSchema,
    // Only newly generated samples count, which is known later.
    guards: { limit: { askedBy: VoiceSamples.prototype.get }, signIn: 'none', plan: 'any', quota: 'none' },
    async handler(request, reply) {
      const voice = requireVoice(request.params.name);
      const { language } = request.query;
      // A HEAD request must not cause costs.
      const sample =
        request.method === 'HEAD'
          ? await voiceSamples.find(voice, language, request.work)
          : await voiceSamples.get(voice, language, {
              address: requireVisitor(request),
              signal: request.work,
            });
      return answerWithSample(request, reply, sample);
    },
  });
}

/** @throws CodedError `not_found` */
function requireVoice(name: string): Voice {
  const voice = anyVoiceField.safeParse(name);
  if (!voice.success) throw new CodedError('not_found', { message: fill(narrationErrors.noSuchVoice) });
  return voice.data;
}

const mediaType = 'audio/mpeg';

function answerWithSample(request: Request, reply: Reply, sample: VoiceSample | undefined): Reply {
  // Cached by browsers, but revalidated in case the engine changes.
  reply.header('cache-control', 'no-cache');
  if (sample) return answerWithBytes(request, reply, { bytes: sample.sound, mediaType, etag: sample.etag });
  // Its length is unknown until it is generated, so none is sent.
  return reply.type(mediaType).send(Readable.from([]));
}
