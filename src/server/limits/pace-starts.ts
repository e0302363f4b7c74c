import type { PoolLoad } from '#shared/async/pool-load.ts';
import type { App } from '../http/app-types.ts';
import { Pace, type PaceLimits, paceTickMs } from './pace.ts';
import { requireVisitor } from './require-visitor.ts';

/**
 * Lets what costs begin only as fast as this process keeps up with, before its body is read: pages and what an operator asks are answered
 * soon, and who was let in comes to an end. Forms with files begin something; other calls that count as use go on with it.
 */
export function paceStarts(app: App, limits: PaceLimits): { readLoad(): PoolLoad } {
  const pace = new Pace(limits);
  let timer: NodeJS.Timeout | undefined;
  let tickedAt = 0;

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const tick = () => {
    const now = performance.now();
    pace.tick(now - tickedAt);
    tickedAt = now;
    if (pace.isAtRest) stop();
  };
  // Nothing is looked at while nothing comes.
  const watch = () => {
    if (timer) return;
    tickedAt = performance.now();
    timer = setInterval(tick, paceTickMs).unref();
  };

  app.addHook('onRequest', async request => {
    const { guards } = request.routeOptions.config;
    if (guards === undefined || guards.quota === 'none') return;
    watch();
    if (guards.receive) await pace.begin(requireVisitor(request), request.work);
    else pace.goOn();
  });
  app.addHook('onClose', async () => stop());
  return { readLoad: () => pace.readLoad() };
}
