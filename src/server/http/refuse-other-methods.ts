import type { FastifyContextConfig } from 'fastify';
import { CodedError } from '#shared/errors.ts';
import type { App } from './app-types.ts';

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
