import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyServerOptions } from 'fastify';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { answerProblem, toProblem } from '../http/answer-problem.ts';
import { listBareHeaders } from '../http/security-headers.ts';
import { closeBroken } from './drain-refused-bodies.ts';
import type { UploadLimits } from './upload-limits.ts';

type BrokenAnswers = Pick<FastifyServerOptions, 'clientErrorHandler' | 'frameworkErrors'>;

/**
 * Answers requests that Node could not parse or whose URL is invalid, in the usual format. Hooks do not run for
 * them, so headers are added here.
 * @param publicUrl the configured public origin, if any
 */
export function answerBrokenRequests(limits: UploadLimits, publicUrl: string | undefined): BrokenAnswers {
  const headers = listBareHeaders(publicUrl);
  return {
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, { limits, headers }),
    frameworkErrors: (error, request, reply) => {
      answerProblem(new CodedError('bad_request', { cause: error }), request, reply.headers(headers));
    },
  };
}

interface BrokenAnswer {
  readonly limits: UploadLimits;
  readonly headers: Readonly<Record<string, string>>;
}

function answerBrokenRequest(
  error: ConnectionError,
  socket: Socket,
  { limits, headers }: BrokenAnswer,
): void {
  // Further bytes on a closing connection are discarded.
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const coded = describeBrokenRequest(error.code);
  const body = JSON.stringify(toProblem(coded));
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : coded.status;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  closeBroken(socket, limits);
}

function describeBrokenRequest(code: string): CodedError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new CodedError('upload_too_slow', { message: fill(requestErrors.tooLate) });
  if (code === 'HPE_HEADER_OVERFLOW')
    return new CodedError('bad_request', { message: fill(requestErrors.headersTooLarge) });
  return new CodedError('bad_request');
}
