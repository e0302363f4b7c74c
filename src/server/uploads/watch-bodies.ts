import type { App } from '../http/app-types.ts';
import { getVisitorAddress } from '../limits/visitor-address.ts';
import { HeldBytes } from './held-bytes.ts';
import type { UploadLimits } from './upload-limits.ts';
import { BodyWatch } from './watch-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Watches this request's body, of any type. Its readers must obey `failure`. */
    bodyWatch: BodyWatch;
  }
}

/** Watches every body before it is read, so that no route or content type can be forgotten. */
export function watchBodies(app: App, limits: UploadLimits): void {
  const held = new HeldBytes(limits);
  app.decorateRequest('bodyWatch');
  app.addHook('onRequest', async (request, reply) => {
    // A closed connection has no address.
    const ip: string | undefined = request.ip;
    const watch = new BodyWatch(request.raw, { limits, held, address: getVisitorAddress(ip ?? '') });
    request.bodyWatch = watch;
    // After the answer, counted memory is released.
    reply.raw.once('close', () => watch.stop());
  });
}
