import { Counter, type Registry } from 'prom-client';
import type { Usage } from '#engines/ports.ts';
import { toAmounts } from '#engines/prices/amounts.ts';
import type { EngineCall } from './watch-engines.ts';

/** @param nanodollars billionths of a dollar; undefined without a known price */
export type CountUsage = (step: EngineCall['step'], usage: Usage, nanodollars: number | undefined) => void;

const labels = ['provider', 'model', 'step'] as const;

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
    if (models.size < mostModels) models.add(name);
    return models.has(name) ? name : 'other';
  };
}
