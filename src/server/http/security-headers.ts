import helmet from '@fastify/helmet';
import type { App } from './app-types.ts';

interface SecurityOptions {
  /** The origin that people see, if it is set. */
  readonly publicUrl: string | undefined;
  /** Where the page may send its errors; undefined: nowhere. */
  readonly errorRecorderOrigin: string | undefined;
  /** Where the page sends the contact form; undefined: here. */
  readonly contactFormOrigin: string | undefined;
}

/** For so long, in seconds, a browser that was here by https comes by nothing else: a year. */
const insistSeconds = 31_536_000;

/** The headers of an answer that no hook comes to, because what was asked could not be read. There is nothing to run in it. */
export function listBareHeaders(publicUrl: string | undefined): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...(isHttps(publicUrl) && { 'strict-transport-security': `max-age=${insistSeconds}; includeSubDomains` }),
  };
}

/** Headers that keep a page from loading or running anything that is not ours, and from sending anything elsewhere. */
export async function setSecurityHeaders(
  app: App,
  { publicUrl, errorRecorderOrigin, contactFormOrigin }: SecurityOptions,
): Promise<void> {
  const elsewhere = [errorRecorderOrigin, contactFormOrigin].filter(origin => origin !== undefined);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...elsewhere],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // The frames and the preview of the person's own video are blobs.
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
    // A sign-in window that was opened from here must be able to answer.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps(publicUrl) && { maxAge: insistSeconds },
    xFrameOptions: { action: 'deny' },
  });
}

/** Whether people reach the server by https; a browser may be told to insist only then. */
function isHttps(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
