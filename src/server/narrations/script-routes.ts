import { isFreeOfCharge } from '#engines/prices/compute-cost.ts';
import { writeDescription } from '#narration/write-description.ts';
import { writeScript } from '#narration/write-script.ts';
import { writeTimedScript } from '#narration/write-timed-script.ts';
import { type ScriptRequest, scriptAnswerSchema, scriptRequestSchema } from '#shared/api/free.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { readCost } from '../costs/read-cost.ts';
import type { Account } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithProgress } from '../http/answer-with-progress.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { chargeScript } from '../limits/charge-use.ts';
import type { CountedUse, QuotaKind } from '../limits/daily-limits.ts';
import { readDescription } from './form-shapes.ts';
import { logNarration } from './narration-log.ts';
import type { NarrationParts } from './narration-parts.ts';
import { countWords, reportScript } from './pass-lines.ts';
import { printSteps } from './print-steps.ts';

/** The duration that a script is fitted to if the video's is unknown. */
const usualDurationSeconds = 60;

const schema = {
  summary: 'Writes a narration from an analysis',
  body: scriptRequestSchema,
  response: { 200: scriptAnswerSchema },
};
const calls = [
  { url: '/api/free/script', signIn: 'none' },
  { url: '/api/script', signIn: 'required' },
] as const;

/**
 * `POST /api/free/script` and `POST /api/script`: creates a script from what was seen and a prompt. Where looking is free, it
 * counted nothing, so that a visitor's narration counts here.
 */
export function addScriptRoutes(routes: Routes, parts: NarrationParts): void {
  const isLookingFree = () => isFreeOfCharge(parts.engines.vision.current.provider);
  for (const { url, signIn } of calls) {
    const what = (): QuotaKind => (signIn === 'none' && isLookingFree() ? 'narration' : 'script');
    routes.add({
      method: 'POST',
      url,
      schema,
      guards: {
        limit: 'none',
        signIn,
        plan: async ({ body }) => requireFewCuePoints(body, parts.config.maxTimedFrames),
        quota: { what, isReported: true },
      },
      async handler(request, reply, admitted) {
        return await write(parts, request, reply, admitted);
      },
    });
  }
}

interface Writing {
  /** The account that pays; undefined if sign-in is not required. */
  readonly account: Account | undefined;
  readonly asked: ScriptRequest;
  readonly use: CountedUse;
}

async function write(
  { costs, engines, queries }: NarrationParts,
  request: Request,
  reply: Reply,
  { account, asked, use }: Writing,
): Promise<Reply> {
  const { analysis, prompt, language, durationSeconds = usualDurationSeconds } = asked;
  const { timing, moments: cuePoints = [] } = asked;
  const description = readDescription(asked);
  const charged = chargeScript(await engines.script.choose(request.work), use);
  const metered = account && costs.begin(account.uid);
  const writer = metered ? metered.script(charged) : charged;
  const untimed = { analysis, prompt, language, durationSeconds };
  const timed = { ...untimed, cuePoints: cuePoints.toSorted((one, other) => one - other) };
  const written = description
    ? writeDescription(writer, timed, description, request.work)
    : timing
      ? writeTimedScript(writer, timed, request.work)
      : writeScript(writer, untimed, request.work);
  const surface = account ? 'script' : 'free';
  const logged = reportScript(printSteps(written), script =>
    logNarration(queries, request.log, { surface, prompt, language, script }),
  );
  const lines = countWords(use, logged);
  // Awaited here, so that resources live until the answer is sent.
  return await answerWithProgress(request, reply, metered ? readCost(lines, metered) : lines);
}

/** At most as many as frames: each ten may cause another call of the script engine. */
function requireFewCuePoints(asked: ScriptRequest, most: number): ScriptRequest {
  if ((asked.moments?.length ?? 0) <= most) return asked;
  throw new CodedError('bad_request', { message: fill(narrationErrors.tooManyFrames, { limit: most }) });
}
