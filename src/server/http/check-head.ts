import type { IncomingMessage } from 'node:http';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { App } from './app-types.ts';

/**
 * Handles requests that Node would answer before the app: without host or with several (400), or with an unsupported `Expect` (417).
 * `Expect: 100-continue` is answered when reading begins, or with the reason for a refusal. Needs a server without `requireHostHeader`.
 */
export function checkHead(app: App): void {
  const unmet = new WeakSet<IncomingMessage>();
  app.server.on('checkExpectation', (request, response) => {
    unmet.add(request);
    app.server.emit('request', request, response);
  });
  app.server.on('checkContinue', (request, response) => {
    request.once('resume', () => {
      // After the answer, the body is discarded.
      if (!response.headersSent) response.writeContinue();
    });
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', async ({ raw }) => {
    const { host: hosts = [] } = raw.headersDistinct;
    if (hosts.length === 0 && raw.httpVersion === '1.1')
      throw new CodedError('bad_request', { message: fill(requestErrors.noHost) });
    if (hosts.length > 1) throw new CodedError('bad_request', { message: fill(requestErrors.severalHosts) });
    if (unmet.has(raw)) throw new CodedError('expectation_failed');
  });
}
