import { setTimeout as wait } from 'node:timers/promises';
import type { Timetable } from './timetable.ts';
import { createVisitor, type Surroundings } from './visitor.ts';
import type { Visit } from './visits.ts';

/** So many that none comes more often than its network may in a day. */
const addressCount = 800;
const meanPauseMs = 1200;
const mostAtOnce = 8;
/** What has not ended so long after the visits did is given up. */
const lastMomentsMs = 10_000;
const longestVisitMs = 150_000;

/** Sends one visitor after the other while the timetable says so, a few of them at the same time. */
export async function sendVisitors(
  around: Surroundings,
  timetable: Timetable,
  visits: readonly (readonly [weight: number, visit: Visit])[],
  signal: AbortSignal,
): Promise<void> {
  let count = 0;
  while (!signal.aborted) {
    const closing = new AbortController();
    const running = new Set<Promise<void>>();
    while (!signal.aborted && timetable.now().phase === 'load') {
      await wait(-Math.log(1 - around.random()) * meanPauseMs);
      tellProvider(around, timetable);
      if (running.size >= mostAtOnce) continue;
      count += 1;
      const mayStay = AbortSignal.any([closing.signal, AbortSignal.timeout(longestVisitMs)]);
      const visit = chooseVisit(visits, around.random());
      const visitor = createVisitor(around, makeAddress(count % addressCount), mayStay);
      const run: Promise<void> = visit(visitor)
        .catch(error => noteFault(visit, error, around, mayStay))
        .finally(() => running.delete(run));
      running.add(run);
    }
    await Promise.race([Promise.all(running), wait(lastMomentsMs)]);
    closing.abort();
    await Promise.all(running);
    while (!signal.aborted && timetable.now().phase === 'rest') await wait(500);
  }
}

/** A visit that cannot go on is a fault of this program or an answer that it cannot read. */
function noteFault(visit: Visit, error: unknown, { answers }: Surroundings, signal: AbortSignal): void {
  if (!signal.aborted) answers.note(`${visit.name} (${error})`, { status: 0 }, []);
}

let toldAtMs = 0;

/** The stand-in keeps all that it is asked, pictures too; it forgets that now and then. */
function tellProvider({ provider }: Surroundings, timetable: Timetable): void {
  if (performance.now() - toldAtMs < 20_000) return;
  toldAtMs = performance.now();
  provider.reset();
  if (timetable.now().isWriterAway) provider.have('tts-1');
}

function chooseVisit(visits: readonly (readonly [weight: number, visit: Visit])[], random: number): Visit {
  let left = random * visits.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, visit] of visits) {
    left -= weight;
    if (left < 0) return visit;
  }
  return (visits[0] as (typeof visits)[number])[1];
}

function makeAddress(index: number): string {
  return `10.77.${Math.floor(index / 250)}.${1 + (index % 250)}`;
}
