import { PassThrough } from 'node:stream';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { App } from '../http/app-types.ts';
import { expectsBody } from './watch-body.ts';

/**
 * Sees to it that whatever is parsed as one piece (JSON, or the raw bytes of a webhook) obeys the watch of its body, and
 * that no body is packed: what a packed body unpacks to is not known before. Forms obey it where they are received.
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
    // A body that is too large is refused unread, and then nobody else listens.
    body.on('error', () => {});
    bodyWatch.failure.catch(error => body.destroy(error));
    raw.once('close', () => {
      if (!raw.complete) body.destroy(new CodedError('client_closed'));
    });
    // Not before somebody reads: a form is read by its own parser, and what is refused unread shall not be sent.
    body.once('resume', () => raw.pipe(body));
    return body;
  });
}
