import type { z } from 'zod';
import { rewriteLine } from '#narration/rewrite-line.ts';
import {
  type RewriteLineRequest,
  rewriteLineAnswerSchema,
  rewriteLineRequestSchema,
} from '#shared/api/rewrite-line.ts';
import type { Account } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Request } from '../http/app-types.ts';
import { chargeScript } from '../limits/charge-use.ts';
import type { CountedUse } from '../limits/daily-limits.ts';
import type { NarrationParts } from './narration-parts.ts';
import { settleFailure } from './pass-lines.ts';

const schema = {
  summary: 'Rewrites one line of a script as wished',
  body: rewriteLineRequestSchema,
  response: { 200: rewriteLineAnswerSchema },
};
const quota = { what: 'rewrite', isReported: true } as const;
const calls = [
  { url: '/api/free/rewrite-line', signIn: 'none' },
  { url: '/api/rewrite-line', signIn: 'required' },
] as const;

/** `POST /api/free/rewrite-line` and `POST /api/rewrite-line`: rewrites one line. Not logged: it may be a person's own. */
export function addRewriteLineRoutes(routes: Routes, parts: NarrationParts): void {
  for (const { url, signIn } of calls)
    routes.add({
      method: 'POST',
      url,
      schema,
      guards: { limit: 'none', signIn, plan: async ({ body }) => body, quota },
      handler: (request, _reply, admitted) => rewrite(parts, request, admitted),
    });
}

interface Rewriting {
  /** The account that pays; undefined if sign-in is not required. */
  readonly account: Account | undefined;
  readonly asked: RewriteLineRequest;
  readonly use: CountedUse;
}

async function rewrite(
  { costs, engines }: NarrationParts,
  { work }: Request,
  { account, asked, use }: Rewriting,
): Promise<z.infer<typeof rewriteLineAnswerSchema>> {
  try {
    const charged = chargeScript(await engines.script.choose(work), use);
    const metered = account && costs.begin(account.uid);
    const text = await rewriteLine(metered ? metered.script(charged) : charged, asked, work);
    use.spend();
    await metered?.settle();
    return { text, cost: metered?.cost ?? undefined };
  } catch (error) {
    throw settleFailure(use, error);
  }
}
