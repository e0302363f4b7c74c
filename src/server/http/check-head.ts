import type { IncomingMessage } from 'node:http';
import { CodedError } from '#shared/errors.ts';
import type { App } from './app-types.ts';

/**
 * Has requests answered here that Node would answer by itself, before the app: those that name no host or several (400) or expect
 * what nobody offers (417). A client that asks first whether its body is wanted (`Expect: 100-continue`) is told so when
 * somebody begins to read it, and else why it is not. Needs a server without `requireHostHeader`.
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
      throw new CodedError('bad_request', { message: 'The request does not name a host.' });
    if (hosts.length > 1)
      throw new CodedError('bad_request', { message: 'The request names more than one host.' });
    if (unmet.has(raw)) throw new CodedError('expectation_failed');
  });
}
