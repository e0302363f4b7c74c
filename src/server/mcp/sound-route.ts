import { z } from 'zod';
import { anyVoiceField, toAskedVoice, toChosenVoice } from '#shared/api/fields.ts';
import { projectParamsSchema } from '#shared/api/projects.ts';
import {
  hasOwnDeliveries,
  isTimed,
  joinText,
  listVoicedLines,
  type Narration,
  type Project,
  type VoicedNarration,
} from '#shared/narration/project.ts';
import { printScript } from '#shared/narration/timed-text.ts';
import { toVoiceId } from '#shared/voices.ts';
import { listPronunciations } from '../accounts/personal-data.ts';
import type { Routes } from '../guards/routes.ts';
import { requireVideoTimes } from '../http/validate-fields.ts';
import type { NarrationParts } from '../narrations/narration-parts.ts';
import { type AskedSpeech, readScript, requireVoices, speak } from '../narrations/speech-routes.ts';
import { requireNarration } from './narration-tools.ts';

const url = '/api/projects/:id/narrations/:narrationId/sound.mp3';

export function toSoundPath(id: string, narrationId: string, voice: string | undefined): string {
  const path = url
    .replace(':id', encodeURIComponent(id.toWellFormed()))
    .replace(':narrationId', encodeURIComponent(narrationId.toWellFormed()));
  return voice ? `${path}?voice=${encodeURIComponent(voice.toWellFormed())}` : path;
}

/** `GET /api/projects/:id/narrations/:narrationId/sound.mp3` speaks a narration of a stored project. */
export function addSoundRoute(routes: Routes, parts: NarrationParts): void {
  routes.add({
    method: 'GET',
    url,
    schema: {
      summary: 'Speaks a narration of a project; answers audio/mpeg as it is made',
      produces: ['audio/mpeg'],
      params: projectParamsSchema.extend({ narrationId: z.string().max(64) }),
      querystring: z.object({ voice: anyVoiceField.optional() }),
    },
    guards: {
      limit: 'none',
      signIn: { token: ['narrate', 'read projects'] },
      // With the ids: an `Idempotency-Key` is for what is asked.
      plan: async ({ params, query }, plan) => ({ ...params, voice: query.voice, plan }),
      quota: { what: 'speech', isReported: true },
      atOnce: 'speak',
    },
    async handler(request, reply, admitted) {
      // A HEAD request must not cause costs.
      if (request.method === 'HEAD') return reply.type('audio/mpeg').send();
      const { account, asked } = admitted;
      const { document } = await parts.projects.read(account.uid, asked.id);
      const narration = requireNarration(document, asked.narrationId);
      const wished = asked.voice && toChosenVoice(toVoiceId(asked.voice));
      const own = await listPronunciations(parts.queries, account.uid);
      const voiced = listVoicedLines(document, narration, wished, own);
      const spoken = toSpeech(document, narration, voiced, parts.config.maxVideoSeconds);
      await requireVoices(parts, request, spoken, asked.plan);
      return await speak(parts, request, reply, { ...admitted, asked: { ...spoken, plan: asked.plan } });
    },
  });
}

/** @throws CodedError as `readScript`, `video_too_long` */
function toSpeech(
  project: Project,
  narration: Narration,
  { pronunciations, ...voiced }: VoicedNarration,
  maxVideoSeconds: number,
): AskedSpeech {
  const { lines, language } = narration;
  const voice = toAskedVoice(voiced.voice);
  const durationSeconds = isTimed(narration) && project.video ? project.video.durationMs / 1000 : undefined;
  const script = durationSeconds === undefined ? joinText(lines) : printScript(lines);
  const asked = { script, durationSeconds, voice, language, pronunciations };
  const read = readScript(requireVideoTimes(asked, maxVideoSeconds));
  if (typeof read.script === 'string' && !hasOwnDeliveries(narration)) return read;
  const { cues, ...timing } =
    typeof read.script === 'string'
      ? { cues: lines.map(({ text }) => ({ startSeconds: 0, text })) }
      : read.script;
  return {
    ...read,
    script: { ...timing, cues: cues.map((cue, index) => ({ ...voiced.lines[index], ...cue })) },
    deliveries: voiced.lines.map((line, index) => ({
      lines: [index],
      voice: toAskedVoice(line.voice),
      manner: line.manner,
    })),
  };
}
