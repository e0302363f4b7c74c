import type { IncomingMessage } from 'node:http';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { App } from './app-types.ts';

/**
 * Answers requests that Node would answer before the app: those without a host or with several (400), or with an unsupported
 * `Expect` (417). A client that sends `Expect: 100-continue` gets that answer when reading begins, else the reason why not.
 * Needs a server without `requireHostHeader`.
 */
export function checkHead(app: App): void {
  const unmet = new WeakSet<IncomingMessage>();
  app.server.on('checkExpectation', (request, response) => {
    unmet.add(request);
    app.server.emit('request', request, response);
  });
  app.server.on('checkContinue', (request, response) => {
    request.once('resume', () => {
      // What is read after the answer is only thrown away.
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
