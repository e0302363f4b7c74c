import { writeDescription } from '#narration/write-description.ts';
import { writeScript } from '#narration/write-script.ts';
import { writeTimedScript } from '#narration/write-timed-script.ts';
import { type ScriptRequest, scriptAnswerSchema, scriptRequestSchema } from '#shared/api/free.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithProgress } from '../http/answer-with-progress.ts';
import { chargeScript } from '../limits/charge-use.ts';
import { readDescription } from './form-shapes.ts';
import { logNarration } from './narration-log.ts';
import type { NarrationParts } from './narration-parts.ts';
import { refundFreeFailures, reportScript } from './pass-lines.ts';

/** The duration that a script is fitted to if the video's is unknown. */
const usualDurationSeconds = 60;

/** `POST /api/free/script`: creates a script from an analysis and a prompt. */
export function addFreeScriptRoute(routes: Routes, { config, engines, queries }: NarrationParts): void {
  const schema = {
    summary: 'Writes a narration from an analysis',
    body: scriptRequestSchema,
    response: { 200: scriptAnswerSchema },
  };
  routes.add({
    method: 'POST',
    url: '/api/free/script',
    schema,
    guards: {
      limit: 'none',
      signIn: 'none',
      plan: async ({ body }) => requireFewCuePoints(body, config.maxTimedFrames),
      quota: { what: 'script', isReported: true },
    },
    async handler(request, reply, { asked: body, use }) {
      const { analysis, prompt, language, durationSeconds = usualDurationSeconds } = body;
      const { timing, moments: cuePoints = [] } = body;
      const description = readDescription(body);
      use.spend();
      const script = chargeScript(await engines.script.choose(request.work), use);
      const asked = { analysis, prompt, language, durationSeconds };
      const timed = { ...asked, cuePoints: cuePoints.toSorted((one, other) => one - other) };
      const written = description
        ? writeDescription(script, timed, description, request.work)
        : timing
          ? writeTimedScript(script, timed, request.work)
          : writeScript(script, asked, request.work);
      const lines = reportScript(written, script =>
        logNarration(queries, request.log, { surface: 'free', prompt, language, script }),
      );
      // Awaited here, so that resources live until the answer is sent.
      return await answerWithProgress(request, reply, refundFreeFailures(use, lines));
    },
  });
}

/** At most as many as frames: each ten may cause another call of the script engine. */
function requireFewCuePoints(body: ScriptRequest, most: number): ScriptRequest {
  if ((body.moments?.length ?? 0) <= most) return body;
  throw new CodedError('bad_request', { message: fill(narrationErrors.tooManyFrames, { limit: most }) });
}
