import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import Fastify, { type ConnectionError, LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { CodedError } from '#shared/errors.ts';
import { watchJson } from '#shared/json-depth.ts';
import { maxJsonDepth } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { AccountLimits } from './accounts/account-limits.ts';
import type { ChosenEngines } from './choose-engines.ts';
import type { Config } from './config/config.ts';
import type { DataFolder } from './data-folder/open-data-folder.ts';
import type { Database } from './database/database.ts';
import type { DecodingBudget } from './decoding/decoding-limits.ts';
import type { FrameReader } from './decoding/frame-reader.ts';
import { answerProblem, toProblem } from './http/answer-problem.ts';
import type { App, Reply, Request } from './http/app-types.ts';
import type { ListenerLimits } from './http/close-stalled-answers.ts';
import { normalizePageUrl } from './http/page.ts';
import { limitVideoTimes } from './http/require-video-times.ts';
import { listBareHeaders } from './http/security-headers.ts';
import type { KeyedCallLimits } from './idempotency/keyed-calls.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { LoadLimits } from './limits/shed-load.ts';
import { closeBroken } from './uploads/drain-refused-bodies.ts';
import type { UploadLimits } from './uploads/upload-limits.ts';
import type { VoiceSampleLimits } from './voices/voice-samples.ts';

/** Dependencies of the app. The caller opens them, and closes them after the app. */
export interface AppParts {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly dataFolder: DataFolder;
  readonly database: Database;
  readonly engines: ChosenEngines;
  readonly frameReader: FrameReader;
  readonly decodingBudget: DecodingBudget;
  readonly uploadLimits: UploadLimits;
  readonly listenerLimits: ListenerLimits;
  readonly loadLimits: LoadLimits;
  readonly queue: JobQueue;
  readonly accountLimits: AccountLimits;
  readonly voiceSampleLimits: VoiceSampleLimits;
  readonly keyedCallLimits: KeyedCallLimits;
  /** Signs sessions and links, and keys the hashes of rate limits. */
  readonly secret: string;
  readonly pageFolder: string;
}

const maxJsonBytes = 1024 * 1024;

/** A bare app: request parsing, request ids and error logging. */
export function createApp(parts: AppParts): App {
  const { config, log } = parts;
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
    ...answerBrokenRequests(parts),
  }).withTypeProvider<ZodTypeProvider>();
  refuseDeepJson(app);
  app.setValidatorCompiler(limitVideoTimes(config.maxVideoSeconds));
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

/** Looked through before it is parsed, which holds up all others. */
function refuseDeepJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (watchJson()(body)) return parse(request, body.toString(), done);
    const message = fill(requestErrors.deepJson, { levels: maxJsonDepth });
    done(new CodedError('bad_request', { message }));
  });
}

/**
 * Answers requests that Node could not parse or whose URL is invalid, in the usual format. Hooks do not run for
 * them, so headers are added here.
 */
function answerBrokenRequests({ config, uploadLimits }: AppParts) {
  const headers = listBareHeaders(config.publicUrl);
  return {
    clientErrorHandler(error: ConnectionError, socket: Socket) {
      // Further bytes on a closing connection are discarded.
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      socket.write(writeBrokenAnswer(error.code, headers));
      closeBroken(socket, uploadLimits);
    },
    frameworkErrors(error: Error, request: Request, reply: Reply) {
      answerProblem(new CodedError('bad_request', { cause: error }), request, reply.headers(headers));
    },
  };
}

function writeBrokenAnswer(code: string, headers: Readonly<Record<string, string>>): string {
  const coded = describeBrokenRequest(code);
  const body = JSON.stringify(toProblem(coded));
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : coded.status;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function describeBrokenRequest(code: string): CodedError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new CodedError('upload_too_slow', { message: fill(requestErrors.tooLate) });
  if (code === 'HPE_HEADER_OVERFLOW')
    return new CodedError('bad_request', { message: fill(requestErrors.headersTooLarge) });
  return new CodedError('bad_request');
}
