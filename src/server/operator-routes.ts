import { z } from 'zod';
import { CodedError, refuse } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Database } from './database/database.ts';
import { openToAll } from './guards/guards.ts';
import type { Routes } from './guards/routes.ts';
import type { Reply, Request } from './http/app-types.ts';
import type { RunningWork } from './http/running-work.ts';
import { isFromThisMachine, isSameSecret } from './http/security.ts';
import type { Metrics } from './operations/metrics.ts';

interface OperatorParts {
  readonly database: Database;
  readonly work: RunningWork;
  readonly metrics: Metrics;
  readonly metricsToken: string | undefined;
  readonly describeCalls: () => object;
}

const config = { isForOperators: true };
/** Whoever watches the server may have an address with visitors. */
const guards = { ...openToAll, atOnce: 'any' } as const;
const okSchema = z.object({ status: z.literal('ok') });

export function addOperatorRoutes(routes: Routes, parts: OperatorParts): void {
  const { database, work, metrics, metricsToken } = parts;
  routes.add({
    method: 'GET',
    url: '/healthz',
    config,
    schema: { summary: 'The process is alive', response: { 200: okSchema } },
    guards,
    handler: async () => ({ status: 'ok' as const }),
  });

  routes.add({
    method: 'GET',
    url: '/readyz',
    config,
    schema: {
      summary: 'The server accepts work: the database responds and it is not stopping',
      response: { 200: okSchema },
    },
    guards,
    async handler() {
      if (work.isClosing) throw refuse('unavailable', requestErrors.stopping);
      await database.check().catch(cause => {
        throw new CodedError('unavailable', { message: fill(requestErrors.noDatabase), cause });
      });
      return { status: 'ok' as const };
    },
  });

  routes.add({
    method: 'GET',
    url: '/metrics',
    config,
    schema: { summary: 'Metrics in the text format of Prometheus', produces: ['text/plain'] },
    guards: { ...guards, signIn: { askedBy: guardMetrics } },
    async handler(request, reply) {
      guardMetrics(request, reply, metricsToken);
      return reply.type(metrics.contentType).send(await metrics.write());
    },
  });

  routes.add({
    method: 'GET',
    url: '/api/openapi.json',
    config,
    schema: { hide: true },
    guards,
    handler: async () => parts.describeCalls(),
  });
}

/** Admits clients with the configured token; without a token, only this machine. */
function guardMetrics(request: Request, reply: Reply, token: string | undefined): void {
  if (token === undefined) {
    if (isFromThisMachine(request)) return;
    throw refuse('forbidden', requestErrors.metricsOnlyHere);
  }
  const [, given = ''] = /^Bearer +(\S+)$/iu.exec(request.headers.authorization ?? '') ?? [];
  if (isSameSecret(given, token)) return;
  reply.header('www-authenticate', 'Bearer');
  throw refuse('unauthorized', requestErrors.needsMetricsToken);
}
