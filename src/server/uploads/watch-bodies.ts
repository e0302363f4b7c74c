import type { App } from '../http/app-types.ts';
import { getVisitorAddress } from '../limits/visitor-address.ts';
import { HeldBytes } from './held-bytes.ts';
import type { UploadLimits } from './upload-limits.ts';
import { BodyWatch } from './watch-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of this request's body, whatever its type. What reads the body obeys `failure`. */
    bodyWatch: BodyWatch;
  }
}

/** Has every body watched before anybody reads it, so that no route and no type of content can be forgotten. */
export function watchBodies(app: App, limits: UploadLimits): void {
  const held = new HeldBytes(limits);
  app.decorateRequest('bodyWatch');
  app.addHook('onRequest', async (request, reply) => {
    // A connection that closed already has no address.
    const ip: string | undefined = request.ip;
    const watch = new BodyWatch(request.raw, { limits, held, address: getVisitorAddress(ip ?? '') });
    request.bodyWatch = watch;
    // Of a body that was refused nothing is kept.
    reply.raw.once('close', () => watch.stop());
  });
}
