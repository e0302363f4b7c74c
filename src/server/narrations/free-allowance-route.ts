import { allowanceSchema } from '#shared/api/account.ts';
import { openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { requireVisitorSubject } from '../limits/require-visitor.ts';
import type { NarrationParts } from './narration-parts.ts';

/** `GET /api/free/allowance`: narrations left today for the client's address. Uses none. */
export function addFreeAllowanceRoute(routes: Routes, { config, dailyLimits }: NarrationParts): void {
  routes.add({
    method: 'GET',
    url: '/api/free/allowance',
    schema: {
      summary: 'How many free narrations are left today for this network address',
      response: { 200: allowanceSchema },
    },
    guards: openToAll,
    async handler(request, reply) {
      const subject = requireVisitorSubject(request, config);
      const { resetsAt, ...left } = await dailyLimits.findStatus('narration', subject);
      reply.header('cache-control', 'no-store');
      return { ...left, resetsAt: resetsAt.toISOString() };
    },
  });
}
