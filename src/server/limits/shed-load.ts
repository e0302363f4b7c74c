import underPressure from '@fastify/under-pressure';
import { CodedError } from '#shared/errors.ts';
import type { App } from '../http/app-types.ts';

export const defaultLoadLimits = {
  /** When the event loop is late by more than this on average, no narration may begin until it is not. */
  maxEventLoopDelayMs: 1000,
  /** How often that is measured. */
  sampleMs: 1000,
};

export type LoadLimits = Readonly<typeof defaultLoadLimits>;

/**
 * Refuses what begins a narration, before its body is read, while this process falls behind: pages and what an operator asks
 * are answered soon, and what was let in comes to an end.
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
