import { CodedError } from '#shared/errors.ts';
import type { App } from './app-types.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that change something and come from another website: a form or a script there can post to us
 * without asking, multipart included. A request without `Origin` does not come from a page (command lines, other
 * servers) and is taken, unless the browser says itself that it comes from elsewhere.
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
    const elsewhere = 'This request came from another website. If this is your own server,';
    throw new CodedError('forbidden', {
      message: `${elsewhere} the address in its settings must be the one in your browser.`,
      loggedMessage: `${elsewhere} its PUBLIC_URL must be the address in your browser.`,
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
