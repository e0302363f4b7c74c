import helmet from '@fastify/helmet';
import type { Config } from '../config/config.ts';
import type { App } from './app-types.ts';

/** HSTS max-age in seconds: a year. */
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
