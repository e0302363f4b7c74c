import { PassThrough } from 'node:stream';
import { CodedError } from '#shared/errors.ts';
import type { UploadLimits } from '../uploads/upload-limits.ts';
import { watchBody } from '../uploads/watch-body.ts';
import type { App } from './app-types.ts';

/**
 * Sees to it that a JSON body arrives in bounded time, and that no body is packed: what a packed body unpacks to is
 * not known before. Forms are watched where they are received.
 */
export function takeTextBodies(app: App, limits: UploadLimits): void {
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async request => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw new CodedError('unsupported_media_type', {
        message: 'Please send the body as it is, not compressed.',
      });
  });
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!request.headers['content-type']?.startsWith('application/json')) return payload;
    const body = new PassThrough();
    // A body that is too large is refused unread, and then nobody else listens.
    body.on('error', () => {});
    // Fastify's own limit on the size comes first; this one only watches the time.
    const watch = watchBody(request.raw, limits, Number.POSITIVE_INFINITY, () => new CodedError('too_large'));
    watch.failure.catch(error => body.destroy(error));
    request.raw.once('close', () => {
      if (!request.raw.complete) body.destroy(new CodedError('client_closed'));
    });
    request.raw.pipe(body);
    return body;
  });
}
