import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EngineWatcher } from './watch-engines.ts';

const providerAndStep = ['provider', 'step'] as const;

/** Engine metrics; docs/http-api.md lists them. */
export function createEngineMetrics(registry: Registry): EngineWatcher {
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
