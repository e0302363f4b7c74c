import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import type { Database } from '../database/open-database.ts';
import type { App } from '../http/app-types.ts';
import type { RunningWork } from '../http/running-work.ts';
import { guardMetrics } from './guard-metrics.ts';
import type { Metrics } from './metrics.ts';

interface OperatorParts {
  readonly database: Database;
  readonly work: RunningWork;
  readonly metrics: Metrics;
  readonly metricsToken: string | undefined;
}

const config = { isForOperators: true };
const okSchema = z.object({ status: z.literal('ok') });

/** What whoever runs the server asks: does it live, can it take work, how is it doing, which calls are there. */
export function addOperatorRoutes(app: App, { database, work, metrics, metricsToken }: OperatorParts): void {
  const alive = { summary: 'The process lives', response: { 200: okSchema } };
  app.get('/healthz', { config, schema: alive }, async () => ({ status: 'ok' as const }));

  const ready = {
    summary: 'It takes work: the database answers and it is not about to stop',
    response: { 200: okSchema },
  };
  app.get('/readyz', { config, schema: ready }, async () => {
    if (work.isClosing) throw new CodedError('unavailable', { message: 'The server is about to stop.' });
    await database.check().catch(cause => {
      throw new CodedError('unavailable', { message: 'The database does not answer.', cause });
    });
    return { status: 'ok' as const };
  });

  app.get(
    '/metrics',
    { config, schema: { summary: "Figures in Prometheus' text format" } },
    async (request, reply) => {
      guardMetrics(request, reply, metricsToken);
      return reply.type(metrics.contentType).send(await metrics.write());
    },
  );

  app.get('/api/openapi.json', { config, schema: { hide: true } }, async () => app.swagger());
}
