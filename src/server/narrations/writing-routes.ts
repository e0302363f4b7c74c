import type { z } from 'zod';
import { isFreeOfCharge } from '#engines/prices/prices.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import { rewriteLine } from '#narration/rewrite-line.ts';
import { rewriteScript } from '#narration/rewrite-script.ts';
import { writeDescription } from '#narration/write-description.ts';
import { writeScript } from '#narration/write-script.ts';
import { writeTimedScript } from '#narration/write-timed-script.ts';
import { type ScriptRequest, scriptAnswerSchema, scriptRequestSchema } from '#shared/api/free.ts';
import {
  type RewriteLineRequest,
  type RewriteRequest,
  rewriteAnswerSchema,
  rewriteLineAnswerSchema,
  rewriteLineRequestSchema,
  rewriteRequestSchema,
} from '#shared/api/rewrite.ts';
import { CodedError } from '#shared/errors.ts';
import { maxRewrittenCharacters } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { requireLineLengths } from '#shared/narration/require-timed-script.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithProgress } from '../http/answer-with-stream.ts';
import type { Reply, Request } from '../http/app-types.ts';
import type { QuotaKind } from '../limits/count-daily-use.ts';
import { logNarration } from './narration-log.ts';
import { type AdmittedCall, listTwins, type NarrationParts, readDescription } from './narration-parts.ts';
import { countWords, readCost, reportScript, settleFailure } from './pass-lines.ts';

/** The duration that a script is fitted to if the video's is unknown. */
const usualDurationSeconds = 60;

const scriptSchema = {
  summary: 'Writes a narration from an analysis',
  body: scriptRequestSchema,
  response: { 200: scriptAnswerSchema },
};
const rewriteSchema = {
  summary: 'Rewrites a script so that it fits its video',
  body: rewriteRequestSchema,
  response: { 200: rewriteAnswerSchema },
};
const rewriteLineSchema = {
  summary: 'Rewrites one line of a script as wished',
  body: rewriteLineRequestSchema,
  response: { 200: rewriteLineAnswerSchema },
};

/**
 * `POST /api/free/script` and `POST /api/script`: creates a script from what was seen and a prompt. Where looking is free, it
 * counted nothing, so that a visitor's narration counts here.
 */
export function addScriptRoutes(routes: Routes, parts: NarrationParts): void {
  const isLookingFree = () => isFreeOfCharge(parts.engines.vision.current.provider);
  for (const { url, signIn } of listTwins('script')) {
    const what = (): QuotaKind => (signIn === 'none' && isLookingFree() ? 'narration' : 'script');
    routes.add({
      method: 'POST',
      url,
      schema: scriptSchema,
      guards: {
        limit: 'none',
        signIn,
        plan: async ({ body }) => requireFewCuePoints(body, parts.config.maxTimedFrames),
        quota: { what, isReported: true },
        atOnce: 'write',
      },
      handler: async (request, reply, admitted) => await write(parts, request, reply, admitted),
    });
  }
}

/**
 * `POST /api/free/rewrite` and `POST /api/rewrite` make a script shorter or longer; `rewrite-line` rewrites one line. Not logged:
 * scripts may be a person's own, and generated ones were logged when generated.
 */
export function addRewriteRoutes(routes: Routes, parts: NarrationParts): void {
  const quota = { what: 'rewrite', isReported: true } as const;
  const common = { limit: 'none', quota, atOnce: 'write' } as const;
  for (const { url, signIn } of listTwins('rewrite'))
    routes.add({
      method: 'POST',
      url,
      schema: rewriteSchema,
      guards: { ...common, signIn, plan: async ({ body }) => requireRewritableLength(body) },
      handler: async (request, reply, admitted) => await rewrite(parts, request, reply, admitted),
    });
  for (const { url, signIn } of listTwins('rewrite-line'))
    routes.add({
      method: 'POST',
      url,
      schema: rewriteLineSchema,
      guards: { ...common, signIn, plan: async ({ body }) => body },
      handler: (request, _reply, admitted) => rewriteOneLine(parts, request, admitted),
    });
}

async function write(
  { costs, engines, queries }: NarrationParts,
  request: Request,
  reply: Reply,
  { account, asked, use }: AdmittedCall<ScriptRequest>,
): Promise<Reply> {
  const { analysis, prompt, language, durationSeconds = usualDurationSeconds, transcript: said } = asked;
  const { timing, moments: cuePoints = [] } = asked;
  const description = readDescription(asked);
  const work = costs.begin(use, account);
  const writer = work.script(await engines.script.choose(request.work));
  const untimed = { analysis, prompt, language, durationSeconds, said };
  const timed = { ...untimed, cuePoints: cuePoints.toSorted((one, other) => one - other) };
  const written = description
    ? writeDescription(writer, timed, description, request.work)
    : timing
      ? writeTimedScript(writer, timed, request.work)
      : writeScript(writer, untimed, request.work);
  const surface = account ? 'script' : 'free';
  const lines = reportScript(written, script =>
    logNarration(queries, request.log, { surface, prompt, language, script }),
  );
  // Awaited here, so that resources live until the answer is sent.
  return await answerWithProgress(request, reply, readCost(countWords(use, lines), work));
}

/** At most as many as frames: each ten may cause another call of the script engine. */
export function requireFewCuePoints(asked: ScriptRequest, most: number): ScriptRequest {
  if ((asked.moments?.length ?? 0) <= most) return asked;
  throw new CodedError('bad_request', { message: fill(narrationErrors.tooManyFrames, { limit: most }) });
}

async function rewrite(
  { costs, engines }: NarrationParts,
  request: Request,
  reply: Reply,
  { account, asked, use }: AdmittedCall<RewriteRequest>,
): Promise<Reply> {
  const language = asked.language ?? (await detectLanguage(asked.script)).name;
  const work = costs.begin(use, account);
  const writer = work.script(await engines.script.choose(request.work));
  const lines = countWords(use, rewriteScript(writer, { ...asked, language }, request.work));
  // Awaited here, so that resources live until the answer is sent.
  return await answerWithProgress(request, reply, readCost(lines, work));
}

function requireRewritableLength(asked: RewriteRequest): RewriteRequest {
  requireLineLengths(asked.script);
  if (asked.script.length <= maxRewrittenCharacters) return asked;
  throw new CodedError('too_large', {
    message: fill(narrationErrors.scriptTooLongToRewrite, { limit: maxRewrittenCharacters }),
  });
}

async function rewriteOneLine(
  { costs, engines }: NarrationParts,
  request: Request,
  { account, asked, use }: AdmittedCall<RewriteLineRequest>,
): Promise<z.infer<typeof rewriteLineAnswerSchema>> {
  try {
    const work = costs.begin(use, account);
    const writer = work.script(await engines.script.choose(request.work));
    const text = await rewriteLine(writer, asked, request.work);
    use.spend();
    await work.settle();
    return { text, cost: work.cost ?? undefined };
  } catch (error) {
    throw await settleFailure(use, error);
  }
}
