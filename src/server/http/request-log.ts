import { hrtime } from 'node:process';
import type { App } from './app-types.ts';

/** What is logged about a request: no address, query or body. */
export interface EndedRequest {
  readonly method: string;
  /** The route's pattern, never the requested URL. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** The client disconnected before the end of the answer. */
  readonly isCutOff: boolean;
}

/** Calls `report` and logs a line at the end of every request, with code and reason of a failure. */
export function observeRequests(app: App, report: (ended: EndedRequest) => void): void {
  app.decorateRequest('failure');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const startedAt = hrtime.bigint();
    reply.raw.once('close', () => {
      const ended: EndedRequest = {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.raw.writableFinished || reply.raw.headersSent ? reply.raw.statusCode : 499,
        seconds: Number(hrtime.bigint() - startedAt) / 1e9,
        isCutOff: !reply.raw.writableFinished,
      };
      report(ended);
      const isQuiet = request.routeOptions.config.isForOperators && !request.failure;
      request.log[isQuiet ? 'debug' : 'info']({ ...ended, ...request.failure }, 'request ended');
    });
  });
}
