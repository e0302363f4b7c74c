import { isNull } from 'drizzle-orm';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DescribedEngine, EngineStep, Usage } from '#engines/ports.ts';
import { toAmounts } from '#engines/prices/prices.ts';
import type { PoolLoad } from '#shared/async/semaphore.ts';
import { describeDuration } from '#shared/describe-values.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { Database } from '../database/database.ts';
import { mails } from '../database/schema.ts';
import { countDaysLeft, type Role } from '../engine-roles/role.ts';
import type { EndedRequest } from '../http/answer-problem.ts';
import { type JobQueue, keepFailedSeconds } from '../jobs/job-queue.ts';
import type { EngineWatcher } from './watch-engines.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of one server; docs/http-api.md lists them. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'benshi_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300],
    registers: [registry],
  });
  const cutOff = new Counter({
    name: 'benshi_http_requests_cut_off_total',
    help: 'Requests whose client left, or was cut off, before the whole answer was sent.',
    labelNames: ['route'],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    engineWatcher: createEngineMetrics(registry),
    countUsage: createCostMetrics(registry),
    write: () => registry.metrics(),
    countRequest({ method, route, status, seconds, isCutOff }: EndedRequest) {
      duration.observe({ method, route, status }, seconds);
      if (isCutOff) cutOff.inc({ route });
    },
    /** Adds metrics whose sources exist only after the app is built. */
    addLoad(sources: LoadSources) {
      for (const add of [addRunning, addPools, addDatabase, addModelEnds]) add(registry, sources);
    },
  };
}

const providerAndStep = ['provider', 'step'] as const;

function createEngineMetrics(registry: Registry): Omit<EngineWatcher, 'noteUsage'> {
  const registers = [registry];
  const calls = new Counter({
    name: 'benshi_provider_calls_total',
    help: 'Calls of engines by how they ended: ok, cancelled, or the code of the error.',
    labelNames: [...providerAndStep, 'outcome'],
    registers,
  });
  const running = new Gauge({
    name: 'benshi_provider_calls_running',
    help: 'Calls of engines that have not ended.',
    labelNames: providerAndStep,
    registers,
  });
  const duration = new Histogram({
    name: 'benshi_provider_call_duration_seconds',
    help: 'Time from the request to an engine to the last of its answer.',
    labelNames: providerAndStep,
    buckets: [0.1, 0.5, 1, 2, 5, 10, 20, 40, 60, 120, 300],
    registers,
  });
  const count = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['provider'], registers });
  const frames = count('benshi_frames_looked_at_total', 'Pictures that were given to an engine to look at.');
  const characters = count('benshi_characters_spoken_total', 'Characters of scripts that an engine spoke.');
  return {
    begin({ name }, step) {
      const call = { provider: name, step };
      const endTimer = duration.startTimer(call);
      running.inc(call);
      return outcome => {
        endTimer();
        running.dec(call);
        calls.inc({ ...call, outcome });
      };
    },
    countFrames: (provider, count) => frames.inc({ provider }, count),
    countCharacters: (provider, count) => characters.inc({ provider }, count),
  };
}

/** @param nanodollars billionths of a dollar; undefined without a known price */
type CountUsage = (step: EngineStep, usage: Usage, nanodollars: number | undefined) => void;

const labels = ['provider', 'model', 'step'] as const;

/** Bounds memory if a server reports changing model names. */
const maxModels = 100;
const longestName = 100;

const kindsOfTokens = {
  text_in: 'textTokensIn',
  text_out: 'textTokensOut',
  sound_in: 'soundTokensIn',
  sound_out: 'soundTokensOut',
} as const;

function createCostMetrics(registry: Registry): CountUsage {
  const registers = [registry];
  const count = (name: string, help: string) => new Counter({ name, help, labelNames: labels, registers });
  const tokens = new Counter({
    name: 'benshi_provider_tokens_total',
    help: 'Tokens that providers counted, of text and of sound, in and out.',
    labelNames: [...labels, 'kind'],
    registers,
  });
  const characters = count('benshi_provider_characters_total', 'Characters that providers charge for.');
  const seconds = count('benshi_provider_sound_seconds_total', 'Seconds of sound that providers made.');
  const dollars = count(
    'benshi_provider_cost_dollars_total',
    'US dollars that calls cost, by the price list.',
  );
  const unpriced = count('benshi_provider_unpriced_calls_total', 'Calls whose price is not known.');
  const bound = createBound();

  return (step, usage, cost) => {
    const by = { provider: usage.provider, model: bound(usage.model), step };
    const amounts = toAmounts(usage);
    for (const [kind, name] of Object.entries(kindsOfTokens))
      if (amounts[name] > 0) tokens.inc({ ...by, kind }, amounts[name]);
    if (amounts.characters > 0) characters.inc(by, amounts.characters);
    if (amounts.soundMilliseconds > 0) seconds.inc(by, amounts.soundMilliseconds / 1000);
    if (cost === undefined) unpriced.inc(by);
    else dollars.inc(by, cost / 1e9);
  };
}

function createBound(): (model: string) => string {
  const models = new Set<string>();
  return model => {
    const name = model.slice(0, longestName);
    if (models.size < maxModels) models.add(name);
    return models.has(name) ? name : 'other';
  };
}

interface LoadSources {
  readonly countRunning: () => number;
  readonly countUploads: () => number;
  readonly countSampleListeners: () => number;
  readonly pools: Readonly<Record<string, () => PoolLoad>>;
  readonly database: Pick<Database, 'queries' | 'readLoad' | 'check'>;
  readonly queue: Pick<JobQueue, 'countJobs'>;
  readonly roles: EngineRoles;
}

function addRunning(registry: Registry, sources: LoadSources): void {
  const registers = [registry];
  const add = (name: string, help: string, read: () => number) => {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
  };
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
      const [checked] = await Promise.allSettled([database.check()]);
      this.set(checked.status === 'fulfilled' ? 1 : 0);
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
      const unsent = await database.queries.$count(mails, isNull(mails.sentAt)).catch(() => undefined);
      if (unsent === undefined) this.remove();
      else this.set(unsent);
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
