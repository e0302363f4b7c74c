import { count, isNull } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { DescribedEngine, EngineStep } from '#engines/ports.ts';
import type { PoolLoad } from '#shared/async/pool-load.ts';
import { describeDuration } from '#shared/describe-values.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { Database } from '../database/database.ts';
import { mails } from '../database/schema.ts';
import { countDaysLeft } from '../engine-roles/model-end.ts';
import type { Role } from '../engine-roles/role.ts';
import { type JobQueue, keepFailedSeconds } from '../jobs/job-queue.ts';

export interface LoadSources {
  readonly countRunning: () => number;
  readonly countUploads: () => number;
  readonly countSampleListeners: () => number;
  readonly pools: Readonly<Record<string, () => PoolLoad>>;
  readonly database: Pick<Database, 'queries' | 'readLoad' | 'check'>;
  readonly queue: Pick<JobQueue, 'countJobs'>;
  readonly roles: EngineRoles;
}

/** Metrics of the current load; docs/http-api.md lists them. */
export function addLoadMetrics(registry: Registry, sources: LoadSources): void {
  addRunning(registry, sources);
  addPools(registry, sources);
  addDatabase(registry, sources);
  addModelEnds(registry, sources);
}

function addRunning(registry: Registry, sources: LoadSources): void {
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  add('benshi_http_requests_running', 'Requests that are being worked on.', sources.countRunning);
  add('benshi_uploads_running', 'Uploads whose request has not ended.', sources.countUploads);
  add(
    'benshi_voice_sample_listeners_waiting',
    'Listeners who wait for a sample of a voice that is being made.',
    sources.countSampleListeners,
  );
}

function addPools(registry: Registry, { pools, database }: LoadSources): void {
  const { readLoad } = database;
  const all = Object.entries(readLoad ? { ...pools, database: readLoad } : pools);
  new Gauge({
    name: 'benshi_pool_tasks',
    help: 'What the pools of connections, decoders, voices and their samples do, and what waits for them.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, read] of all) {
        const { busy, waiting } = read();
        this.set({ pool, state: 'busy' }, busy);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}

/** Figures from the database about all processes. Left out while it is unavailable. */
function addDatabase(registry: Registry, { database, queue }: LoadSources): void {
  const registers = [registry];
  new Gauge({
    name: 'benshi_database_up',
    help: '1 when the database answered this reading, else 0.',
    registers,
    async collect() {
      const isUp = await database.check().then(
        () => 1,
        () => 0,
      );
      this.set(isUp);
    },
  });
  new Gauge({
    name: 'benshi_queue_jobs',
    help: `Jobs of all processes by queue and state; those that failed for good are kept for ${describeDuration(keepFailedSeconds)}.`,
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      this.reset();
      const found = await queue.countJobs().catch(() => []);
      for (const { queue: name, state, jobs } of found) this.set({ queue: name, state }, jobs);
    },
  });
  new Gauge({
    name: 'benshi_mails_waiting',
    help: 'Mails that are to be sent.',
    registers,
    async collect() {
      const unsent = database.queries.select({ found: count() }).from(mails).where(isNull(mails.sentAt));
      const [answer] = await unsent.catch(() => []);
      if (answer) this.set(answer.found);
      else this.remove();
    },
  });
}

function addModelEnds(registry: Registry, { roles }: LoadSources): void {
  const inUse: readonly (readonly [EngineStep, Role<DescribedEngine>])[] = [
    ['vision', roles.vision],
    ['script', roles.script],
    ['speech', roles.speech.standard],
    ['speech', roles.speech.premium],
    ...(roles.transcription ? [['transcription', roles.transcription] as const] : []),
  ];
  new Gauge({
    name: 'benshi_model_ends_in_days',
    help: 'Days until a model that is in use ends, where its maker has said when.',
    labelNames: ['provider', 'step', 'model'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [step, { current, readiness }] of inUse) {
        if (current.provider.isOffline || readiness?.kind !== 'ready') continue;
        const { model = '', endsOn = '' } = readiness;
        const days = countDaysLeft(endsOn, new Date());
        if (days !== undefined) this.set({ provider: current.provider.name, step, model }, days);
      }
    },
  });
}
