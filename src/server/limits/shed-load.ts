import underPressure from '@fastify/under-pressure';
import { CodedError } from '#shared/errors.ts';
import type { App } from '../http/app-types.ts';

export const defaultLoadLimits = {
  /** Average event loop delay above which no narration may start. */
  maxEventLoopDelayMs: 1000,
  sampleMs: 1000,
};

export type LoadLimits = Readonly<typeof defaultLoadLimits>;

/**
 * Refuses new narrations before their body is read while the event loop is overloaded, so that pages and operator calls
 * are still answered and running work finishes.
 * @throws CodedError `overloaded` in these requests
 */
export async function shedLoad(app: App, { maxEventLoopDelayMs, sampleMs }: LoadLimits): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    sampleInterval: sampleMs,
    async pressureHandler({ routeOptions }) {
      if (routeOptions.config.guards?.receive)
        throw new CodedError('overloaded', { retryAfterSeconds: 3, costsNothing: true });
    },
  });
}
