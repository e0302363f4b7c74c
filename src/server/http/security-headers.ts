import helmet from '@fastify/helmet';
import type { App } from './app-types.ts';

/**
 * Headers that keep a page from loading or running anything that is not ours.
 * @param isHttps whether people reach the server by https; a browser may be told to insist only then
 */
export async function setSecurityHeaders(app: App, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
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
