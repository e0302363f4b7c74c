import { PassThrough } from 'node:stream';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { App } from '../http/app-types.ts';
import { expectsBody } from './watch-body.ts';

/**
 * Applies the body's watch to all bodies parsed as a whole (JSON, raw webhook bytes), and refuses
 * compressed bodies, whose size is unknown in advance. Forms are watched where they are received.
 */
export function takeTextBodies(app: App): void {
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async request => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw new CodedError('unsupported_media_type', { message: fill(requestErrors.compressed) });
  });
  app.addHook('preParsing', async ({ raw, bodyWatch, is404 }, _reply, payload) => {
    if (!expectsBody(raw)) return payload;
    if (is404) throw new CodedError('not_found');
    const body = new PassThrough();
    // A too large body is refused unread, and then it has no other listener.
    body.on('error', () => {});
    bodyWatch.failure.catch(error => body.destroy(error));
    raw.once('close', () => {
      if (!raw.complete) body.destroy(new CodedError('client_closed'));
    });
    // Only once it is read: forms have their own parser, and refused bodies must not be requested.
    body.once('resume', () => raw.pipe(body));
    return body;
  });
}
