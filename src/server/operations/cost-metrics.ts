import { Counter, type Registry } from 'prom-client';
import type { Usage } from '#engines/ports.ts';
import { toAmounts } from '#engines/prices/amounts.ts';
import type { EngineCall } from './watch-engines.ts';

/** @param nanodollars billionths of a dollar; undefined without a known price */
export type CountUsage = (step: EngineCall['step'], usage: Usage, nanodollars: number | undefined) => void;

const labels = ['provider', 'model', 'step'] as const;
type Labels = Readonly<Record<(typeof labels)[number], string>>;

/** Bounds memory if a server reports changing model names. */
const mostModels = 100;
const longestName = 100;

const kindsOfTokens = {
  text_in: 'textTokensIn',
  text_out: 'textTokensOut',
  sound_in: 'soundTokensIn',
  sound_out: 'soundTokensOut',
} as const;

/** Metrics of usage and costs; docs/http-api.md lists them. */
export function createCostMetrics(registry: Registry): CountUsage {
  const registers = [registry];
  const count = (name: string, help: string) => new Counter({ name, help, labelNames: labels, registers });
  const tokens = new Counter({
    name: 'benshi_provider_tokens_total',
    help: 'Tokens that providers counted, of text and of sound, in and out.',
    labelNames: [...labels, 'kind'],
    registers,
  });
  const characters = count('benshi_provider_characters_total', 'Characters that providers charge for.');
  const milliseconds = new ExactSum();
  const nanodollars = new ExactSum();
  addSum(registry, milliseconds, {
    name: 'benshi_provider_sound_seconds_total',
    help: 'Seconds of sound that providers made.',
    scale: 1000,
  });
  addSum(registry, nanodollars, {
    name: 'benshi_provider_cost_dollars_total',
    help: 'US dollars that calls cost, by the price list.',
    scale: 1e9,
  });
  const unpriced = count('benshi_provider_unpriced_calls_total', 'Calls whose price is not known.');
  const bound = createBound();

  return (step, usage, cost) => {
    const by: Labels = { provider: usage.provider, model: bound(usage.model), step };
    const amounts = toAmounts(usage);
    for (const [kind, name] of Object.entries(kindsOfTokens))
      if (amounts[name] > 0) tokens.inc({ ...by, kind }, amounts[name]);
    if (amounts.characters > 0) characters.inc(by, amounts.characters);
    if (amounts.soundMilliseconds > 0) milliseconds.add(by, amounts.soundMilliseconds);
    if (cost === undefined) unpriced.inc(by);
    else nanodollars.add(by, cost);
  };
}

/** Sums integers, as adding fractions drifts. */
class ExactSum {
  readonly sums = new Map<string, { readonly by: Labels; sum: number }>();

  add(by: Labels, amount: number): void {
    const key = JSON.stringify([by.provider, by.model, by.step]);
    const found = this.sums.get(key);
    if (found) found.sum += amount;
    else this.sums.set(key, { by, sum: amount });
  }
}

function addSum(
  registry: Registry,
  { sums }: ExactSum,
  { name, help, scale }: { name: string; help: string; scale: number },
): void {
  new Counter({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      this.reset();
      for (const { by, sum } of sums.values()) this.inc(by, sum / scale);
    },
  });
}

function createBound(): (model: string) => string {
  const models = new Set<string>();
  return model => {
    const name = model.slice(0, longestName);
    if (models.size < mostModels) models.add(name);
    return models.has(name) ? name : 'other';
  };
}
