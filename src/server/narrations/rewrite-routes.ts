import { detectLanguage } from '#narration/detect-language.ts';
import { rewriteScript } from '#narration/rewrite-script.ts';
import { type RewriteRequest, rewriteAnswerSchema, rewriteRequestSchema } from '#shared/api/rewrite.ts';
import { CodedError } from '#shared/errors.ts';
import { maxRewrittenCharacters } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { requireLineLengths } from '#shared/narration/require-timed-script.ts';
import { readCost } from '../costs/read-cost.ts';
import type { Account } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithProgress } from '../http/answer-with-progress.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { chargeScript } from '../limits/charge-use.ts';
import type { CountedUse } from '../limits/daily-limits.ts';
import type { NarrationParts } from './narration-parts.ts';
import { countWords } from './pass-lines.ts';

const schema = {
  summary: 'Rewrites a script so that it fits its video',
  body: rewriteRequestSchema,
  response: { 200: rewriteAnswerSchema },
};
const quota = { what: 'rewrite', isReported: true } as const;
const calls = [
  { url: '/api/free/rewrite', signIn: 'none' },
  { url: '/api/rewrite', signIn: 'required' },
] as const;

/**
 * `POST /api/free/rewrite` and `POST /api/rewrite`: makes a script shorter or longer. Not logged: it may be a
 * person's own, and generated scripts were logged when generated.
 */
export function addRewriteRoutes(routes: Routes, parts: NarrationParts): void {
  for (const { url, signIn } of calls)
    routes.add({
      method: 'POST',
      url,
      schema,
      guards: {
        limit: 'none',
        signIn,
        plan: async ({ body }) => requireRewritableLength(body),
        quota,
      },
      async handler(request, reply, admitted) {
        return await rewrite(parts, request, reply, admitted);
      },
    });
}

interface Rewriting {
  /** The account that pays; undefined if sign-in is not required. */
  readonly account: Account | undefined;
  readonly asked: RewriteRequest;
  readonly use: CountedUse;
}

async function rewrite(
  { costs, engines }: NarrationParts,
  request: Request,
  reply: Reply,
  { account, asked, use }: Rewriting,
): Promise<Reply> {
  const { prompt, ...fit } = asked;
  const language = asked.language ?? (await detectLanguage(asked.script)).name;
  const charged = chargeScript(await engines.script.choose(request.work), use);
  const metered = account && costs.begin(account.uid);
  const writer = metered ? metered.script(charged) : charged;
  const lines = countWords(use, rewriteScript(writer, { ...fit, prompt, language }, request.work));
  // Awaited here, so that resources live until the answer is sent.
  return await answerWithProgress(request, reply, metered ? readCost(lines, metered) : lines);
}

function requireRewritableLength(asked: RewriteRequest): RewriteRequest {
  requireLineLengths(asked.script);
  if (asked.script.length <= maxRewrittenCharacters) return asked;
  throw new CodedError('too_large', {
    message: fill(narrationErrors.scriptTooLongToRewrite, { limit: maxRewrittenCharacters }),
  });
}
