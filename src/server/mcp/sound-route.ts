import { z } from 'zod';
import { type AskedVoice, anyVoiceField } from '#shared/api/fields.ts';
import { projectParamsSchema } from '#shared/api/projects.ts';
import { isTimed, joinText, type Narration, type Project } from '#shared/narration/project.ts';
import { printScript } from '#shared/narration/timed-text.ts';
import { standardVoices, toVoiceId, type Voice } from '#shared/voices.ts';
import type { Routes } from '../guards/routes.ts';
import { requireVideoTimes } from '../http/require-video-times.ts';
import { requireVoiceOfPlan } from '../narrations/choose-speaker.ts';
import type { NarrationParts } from '../narrations/narration-parts.ts';
import { type AskedSpeech, readScript, speak } from '../narrations/speech-routes.ts';
import { ProjectStore } from '../projects/project-store.ts';
import { requireNarration } from './narration-pages.ts';

const url = '/api/projects/:id/narrations/:narrationId/sound.mp3';

export function toSoundPath(id: string, narrationId: string, voice: Voice | undefined): string {
  const path = url
    .replace(':id', encodeURIComponent(id))
    .replace(':narrationId', encodeURIComponent(narrationId));
  return voice ? `${path}?voice=${encodeURIComponent(voice)}` : path;
}

/** `GET /api/projects/:id/narrations/:narrationId/sound.mp3` speaks a narration of a stored project. */
export function addSoundRoute(routes: Routes, parts: NarrationParts): void {
  const store = new ProjectStore(parts.queries);
  routes.add({
    method: 'GET',
    url,
    schema: {
      summary: 'Speaks a narration of a project; answers audio/mpeg as it is made',
      params: projectParamsSchema.extend({ narrationId: z.string().max(64) }),
      querystring: z.object({ voice: anyVoiceField.optional() }),
    },
    guards: {
      limit: 'none',
      signIn: { token: ['narrate', 'read projects'] },
      // With the ids: an `Idempotency-Key` is for what is asked.
      plan: async ({ params, query }, plan) => ({ ...params, voice: query.voice, plan }),
      quota: { what: 'speech', isReported: true, atOnce: parts.speeches },
    },
    async handler(request, reply, admitted) {
      // A HEAD request must not cause costs.
      if (request.method === 'HEAD') return reply.type('audio/mpeg').send();
      const { account, asked } = admitted;
      const { document } = await store.read(account.uid, asked.id);
      const narration = requireNarration(document, asked.narrationId);
      const spoken = toSpeech(document, narration, asked.voice, parts.config.maxVideoSeconds);
      requireVoiceOfPlan(parts.engines, spoken.voice, asked.plan);
      return await speak(parts, request, reply, { ...admitted, asked: { ...spoken, plan: asked.plan } });
    },
  });
}

/** @throws CodedError as `readScript`, `video_too_long` */
function toSpeech(
  { video }: Project,
  narration: Narration,
  wished: AskedVoice | undefined,
  maxVideoSeconds: number,
): AskedSpeech {
  const { lines, language, settings } = narration;
  const voice =
    wished ?? anyVoiceField.catch(standardVoices[0]).parse(settings.voice && toVoiceId(settings.voice));
  if (!isTimed(narration) || !video) return readScript({ script: joinText(lines), voice, language });
  const durationSeconds = video.durationMs / 1000;
  const timed = { script: printScript(lines), voice, language, durationSeconds };
  return readScript(requireVideoTimes(timed, maxVideoSeconds));
}
