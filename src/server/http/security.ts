import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyContextConfig } from 'fastify';
import { CodedError, refuse } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Config } from '../config/config.ts';
import type { App, Request } from './app-types.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests from other websites, whose forms or scripts can post to this server. Requests without `Origin` come from
 * other programs, not pages, and are accepted, unless the browser marks them as cross-site.
 * @param getPublicUrl the public origin
 */
export function checkOrigin(app: App, getPublicUrl: () => string): void {
  app.addHook('onRequest', async request => {
    if (safeMethods.has(request.method)) return;
    const { origin } = request.headers;
    const isOwn =
      origin === undefined ? isSentFromHere(request) : findOwnOrigins(getPublicUrl()).includes(origin);
    if (isOwn) return;
    throw new CodedError('forbidden', {
      message: fill(requestErrors.otherWebsite),
      loggedMessage:
        'This request came from a different website. If this is your own server, set PUBLIC_URL to the address in your browser.',
    });
  });
}

/** By the browser's mark: programs other than browsers set none. */
export function isSentFromHere({ headers: { 'sec-fetch-site': site } }: Request): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** Digests have one length, so timing reveals neither length nor first wrong character. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}

const ownMachine = ['localhost', '127.0.0.1', '[::1]'];

/** The server's own origins: one, or on the own machine its three names. */
export function findOwnOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (!ownMachine.includes(url.hostname)) return [url.origin];
  return ownMachine.map(
    hostname => new URL(`${url.protocol}//${hostname}${url.port && `:${url.port}`}`).origin,
  );
}

const ofProxy =
  /^(?:forwarded|via|cdn-loop|(?:true-)?client-ip|(?:cf|fastly|tailscale)-.+|x-(?:forwarded|real|original|client|cluster|envoy|amzn|arr|azure|proxied|proxy)(?:-.+)?)$/u;
const loopback = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/u;

/**
 * Whether a request comes from a program on this machine. A proxy on this machine also connects from here, but adds headers or the
 * public host name.
 */
export function isFromThisMachine({ raw, headers }: Request): boolean {
  const isFromHere = loopback.test(raw.socket.remoteAddress ?? '');
  // nginx adds no headers by default, but uses HTTP/1.0.
  const isPassedOn = raw.httpVersion === '1.0' || Object.keys(headers).some(name => ofProxy.test(name));
  return isFromHere && !isPassedOn && isOwnName(headers.host);
}

/** Whether other machines reach the server, by its settings. */
export function isForOthers(config: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>): boolean {
  const names = [config.host.replace('::1', '[::1]'), new URL(config.publicUrl ?? 'http://localhost').host];
  return config.trustedProxies.length > 0 || !names.every(isOwnName);
}

function isOwnName(host = ''): boolean {
  return URL.canParse(`http://${host}`) && ownMachine.includes(new URL(`http://${host}`).hostname);
}

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
    if (hosts.length === 0 && raw.httpVersion === '1.1') throw refuse('bad_request', requestErrors.noHost);
    if (hosts.length > 1) throw refuse('bad_request', requestErrors.severalHosts);
    if (unmet.has(raw)) throw new CodedError('expectation_failed');
  });
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Collects the routes registered from here on. Call the returned function last: it answers every other
 * method at the same addresses with 405 and `Allow`.
 */
export function refuseOtherMethods(app: App): (config: FastifyContextConfig) => void {
  const taken = new Map<string, Set<string>>();
  app.addHook('onRoute', route => {
    if (route.url.includes('*')) return;
    const known = taken.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) known.add(method);
    taken.set(route.url, known);
  });
  return config => {
    for (const [url, known] of [...taken]) {
      const others = methods.filter(method => !known.has(method));
      const allow = [...known].join(', ');
      app.route({
        method: others,
        url,
        config,
        schema: { hide: true },
        onRequest: async (_request, reply) => {
          reply.header('allow', allow);
          throw new CodedError('method_not_allowed');
        },
        // Never reached, but required.
        handler: async () => undefined,
      });
    }
  };
}

const hstsSeconds = 31_536_000;

/** Headers for answers without hooks, to requests that could not be parsed. They contain no content to execute. */
export function listBareHeaders(publicUrl: string | undefined): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...(isHttps(publicUrl) && { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` }),
  };
}

/** Headers that restrict a page to loading and running our own content, and to our own connections. */
export async function setSecurityHeaders(
  app: App,
  { publicUrl, sentryDsn, emailJs }: Pick<Config, 'publicUrl' | 'sentryDsn' | 'emailJs'>,
): Promise<void> {
  // Where the page sends its errors and the contact form.
  const elsewhere = [sentryDsn && new URL(sentryDsn).origin, emailJs.origin];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...elsewhere.filter(origin => origin !== undefined)],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Frames and previews of the person's own video are blobs.
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        // The page's decoders may be WebAssembly.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        // Mantine sets custom properties on elements.
        styleSrcAttr: ["'unsafe-inline'"],
        workerSrc: ["'self'", 'blob:'],
        ...(isHttps(publicUrl) && { upgradeInsecureRequests: [] }),
      },
    },
    // A sign-in popup must be able to answer its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps(publicUrl) && { maxAge: hstsSeconds },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    // A line may be recorded in the page, and nowhere else.
    reply.header('permissions-policy', 'microphone=(self), camera=(), geolocation=()');
  });
}

/** HSTS may be sent only if the public origin is https. */
function isHttps(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
