import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { CodedError } from '#shared/errors.ts';
import { toProblem } from '../http/answer-problem.ts';
import { closeBroken } from './drain-refused-bodies.ts';
import type { UploadLimits } from './upload-limits.ts';

/** Answers what Node could not even parse as a request, in the same form as everything else. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket, limits: UploadLimits): void {
  // Whatever still comes on a connection that is being closed is thrown away.
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
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  closeBroken(socket, limits);
}

function describeBrokenRequest(code: string): CodedError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new CodedError('upload_too_slow', { message: 'The request did not arrive in time.' });
  if (code === 'HPE_HEADER_OVERFLOW')
    return new CodedError('bad_request', { message: 'The headers are too large.' });
  return new CodedError('bad_request');
}
