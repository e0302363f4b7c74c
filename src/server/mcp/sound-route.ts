import { z } from 'zod';
import { anyVoiceField } from '#shared/api/fields.ts';
import { projectParamsSchema } from '#shared/api/projects.ts';
import { isTimed, joinText, type Narration, type Project, toCues } from '#shared/narration/project.ts';
import { requireLines } from '#shared/narration/require-timed-script.ts';
import { allVoices, standardVoices, type Voice } from '#shared/voices.ts';
import type { Routes } from '../guards/routes.ts';
import { requireVoiceOfPlan } from '../narrations/choose-speaker.ts';
import type { NarrationParts } from '../narrations/narration-parts.ts';
import { type AskedSpeech, speak } from '../narrations/speech-routes.ts';
import { ProjectStore } from '../projects/project-store.ts';
import { requireScope } from './account-work.ts';
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
      signIn: { token: 'narrate' },
      plan: async ({ query }, plan) => ({ voice: query.voice, plan }),
      quota: { what: 'speech', isReported: true, atOnce: parts.speeches },
    },
    async handler(request, reply, admitted) {
      // A HEAD request must not cause costs.
      if (request.method === 'HEAD') return reply.type('audio/mpeg').send();
      const { account, asked } = admitted;
      requireScope(account, 'read projects');
      const { document } = await store.read(account.uid, request.params.id);
      const narration = requireNarration(document, request.params.narrationId);
      const spoken = toSpeech(document, narration, asked.voice);
      requireVoiceOfPlan(spoken.voice, asked.plan);
      return await speak(parts, request, reply, { ...admitted, asked: { ...spoken, plan: asked.plan } });
    },
  });
}

function toSpeech({ video }: Project, narration: Narration, wished: Voice | undefined): AskedSpeech {
  const { lines, language, settings } = narration;
  const voice = wished ?? allVoices.find(name => name === settings.voice) ?? standardVoices[0];
  if (!isTimed(narration) || !video) return { script: joinText(lines), voice, language };
  const durationSeconds = video.durationMs / 1000;
  return { script: { cues: requireLines(toCues(lines), durationSeconds), durationSeconds }, voice, language };
}
