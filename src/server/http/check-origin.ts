import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { App } from './app-types.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that change something and come from another website, where a form or a script can post to this server.
 * A request without `Origin` does not come from a page (command lines, other servers) and is accepted, unless the browser
 * marks it as cross-site.
 * @param getPublicUrl the origin that people see
 */
export function checkOrigin(app: App, getPublicUrl: () => string): void {
  app.addHook('onRequest', async request => {
    if (safeMethods.has(request.method)) return;
    const { origin } = request.headers;
    const isOwn =
      origin === undefined
        ? isSentFromHere(request.headers['sec-fetch-site'])
        : findOwnOrigins(getPublicUrl()).includes(origin);
    if (isOwn) return;
    throw new CodedError('forbidden', {
      message: fill(requestErrors.otherWebsite),
      loggedMessage:
        'This request came from a different website. If this is your own server, set PUBLIC_URL to the address in your browser.',
    });
  });
}

function isSentFromHere(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** The names by which a machine calls itself. */
export const ownMachine = ['localhost', '127.0.0.1', '[::1]'];

/** The origins at which people may see this server: one, or on the own machine the three names of it. */
export function findOwnOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (!ownMachine.includes(url.hostname)) return [url.origin];
  return ownMachine.map(
    hostname => new URL(`${url.protocol}//${hostname}${url.port && `:${url.port}`}`).origin,
  );
}
