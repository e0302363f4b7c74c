import { randomUUID } from 'node:crypto';
import Fastify, { LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AppParts } from './app-parts.ts';
import type { App } from './http/app-types.ts';
import { normalizePageUrl } from './http/page.ts';
import { limitVideoTimes } from './http/require-video-times.ts';
import { answerBrokenRequests } from './uploads/answer-broken-request.ts';

const maxJsonBytes = 1024 * 1024;

/** A bare app: request parsing, request ids and error logging. */
export function createApp({ config, log, uploadLimits }: AppParts): App {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    rewriteUrl: ({ url = '/' }) => normalizePageUrl(url),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: maxJsonBytes,
    forceCloseConnections: 'idle',
    http: {
      // Cuts off slow headers; src/server/uploads handles slow bodies, as it can tell slow from large.
      headersTimeout: 20_000,
      requestTimeout: 0,
      connectionsCheckingInterval: 2000,
      // `checkHead` checks it and explains the error.
      requireHostHeader: false,
    },
    ...answerBrokenRequests(uploadLimits, config.publicUrl),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(limitVideoTimes(config.maxVideoSeconds));
  app.setSerializerCompiler(serializerCompiler);
  return app;
}
