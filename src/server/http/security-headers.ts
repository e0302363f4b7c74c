import helmet from '@fastify/helmet';
import type { App } from './app-types.ts';

interface SecurityOptions {
  /** Whether people reach the server by https; a browser may be told to insist only then. */
  readonly isHttps: boolean;
  /** Where the page may send its errors; undefined: nowhere. */
  readonly errorRecorderOrigin: string | undefined;
  /** Where the page sends the contact form; undefined: here. */
  readonly contactFormOrigin: string | undefined;
}

/** Headers that keep a page from loading or running anything that is not ours, and from sending anything elsewhere. */
export async function setSecurityHeaders(
  app: App,
  { isHttps, errorRecorderOrigin, contactFormOrigin }: SecurityOptions,
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
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    // A sign-in window that was opened from here must be able to answer.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000 },
    xFrameOptions: { action: 'deny' },
  });
}
