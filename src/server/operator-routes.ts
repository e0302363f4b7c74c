import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Database } from './database/database.ts';
import { openToAll } from './guards/guards.ts';
import type { Routes } from './guards/routes.ts';
import type { RunningWork } from './http/running-work.ts';
import { guardMetrics } from './operations/guard-metrics.ts';
import type { Metrics } from './operations/metrics.ts';

interface OperatorParts {
  readonly database: Database;
  readonly work: RunningWork;
  readonly metrics: Metrics;
  readonly metricsToken: string | undefined;
  readonly describeCalls: () => object;
}

const config = { isForOperators: true };
const okSchema = z.object({ status: z.literal('ok') });

/** Routes for the operator: health, readiness, metrics and the OpenAPI document. */
export function addOperatorRoutes(routes: Routes, parts: OperatorParts): void {
  const { database, work, metrics, metricsToken } = parts;
  const alive = { summary: 'The process is alive', response: { 200: okSchema } };
  routes.add({
    method: 'GET',
    url: '/healthz',
    config,
    schema: alive,
    guards: openToAll,
    handler: async () => ({ status: 'ok' as const }),
  });

  const ready = {
    summary: 'The server accepts work: the database responds and it is not stopping',
    response: { 200: okSchema },
  };
  routes.add({
    method: 'GET',
    url: '/readyz',
    config,
    schema: ready,
    guards: openToAll,
    async handler() {
      if (work.isClosing) throw new CodedError('unavailable', { message: fill(requestErrors.stopping) });
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
    schema: { summary: 'Metrics in the text format of Prometheus' },
    guards: { limit: 'none', signIn: { askedBy: guardMetrics }, plan: 'any', quota: 'none' },
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
    guards: openToAll,
    handler: async () => parts.describeCalls(),
  });
}
