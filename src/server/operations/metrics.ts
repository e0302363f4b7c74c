import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EndedRequest } from '../http/request-log.ts';
import { type CountUsage, createCostMetrics } from './cost-metrics.ts';
import { addLoadMetrics, type LoadSources } from './load-metrics.ts';
import type { EngineWatcher } from './watch-engines.ts';

export interface Metrics {
  readonly contentType: string;
  readonly engineWatcher: EngineWatcher;
  readonly countUsage: CountUsage;
  /** All metrics in Prometheus' text format. */
  write(): Promise<string>;
  countRequest(ended: EndedRequest): void;
  /** Adds metrics whose sources exist only after the app is built. */
  addLoad(sources: LoadSources): void;
}

/** The metrics of one server; docs/http-api.md lists them. */
export function createMetrics(): Metrics {
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
    countRequest({ method, route, status, seconds, isCutOff }) {
      duration.observe({ method, route, status }, seconds);
      if (isCutOff) cutOff.inc({ route });
    },
    addLoad: sources => addLoadMetrics(registry, sources),
  };
}

const providerAndStep = ['provider', 'step'] as const;

/** Engine metrics; docs/http-api.md lists them. */
function createEngineMetrics(registry: Registry): EngineWatcher {
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
  const frames = new Counter({
    name: 'benshi_frames_looked_at_total',
    help: 'Pictures that were given to an engine to look at.',
    labelNames: ['provider'],
    registers,
  });
  const characters = new Counter({
    name: 'benshi_characters_spoken_total',
    help: 'Characters of scripts that an engine spoke.',
    labelNames: ['provider'],
    registers,
  });
  return {
    begin(call) {
      const endTimer = duration.startTimer({ ...call });
      running.inc({ ...call });
      return outcome => {
        endTimer();
        running.dec({ ...call });
        calls.inc({ ...call, outcome });
      };
    },
    countFrames: (provider, count) => frames.inc({ provider }, count),
    countCharacters: (provider, count) => characters.inc({ provider }, count),
  };
}
