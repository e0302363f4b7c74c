import type { Engines, Provider, Usage } from '#engines/ports.ts';
import { speakAsTone } from './provider-speech.ts';
import type { TemporaryFolder } from './temporary-folder.ts';

/** Engines of a provider that report each call's usage. */
export interface MeteredEngines extends Engines {
  /** The usage of each step; tests change it. */
  readonly used: Record<keyof Engines, Omit<Usage, 'provider'>>;
  /** Called between a call's recording and its answer; a test makes it fail or wait. */
  before: (step: keyof Engines, signal: AbortSignal) => Promise<void>;
}

export const usuallyUsed = {
  vision: { model: 'vision-1', textTokensIn: 12_000, textTokensOut: 400 },
  script: { model: 'script-1', textTokensIn: 1000, textTokensOut: 100 },
  speech: { model: 'voice', characters: 200, soundSeconds: 12.5 },
} as const satisfies MeteredEngines['used'];

const paidProvider: Provider = { name: 'a.example', isOffline: false };

export function createMeteredEngines(provider = paidProvider): MeteredEngines {
  const used: MeteredEngines['used'] = { ...usuallyUsed };
  const engines: MeteredEngines = {
    used,
    before: async () => {},
    vision: {
      provider,
      model: 'vision-1',
      async analyze({ noteUsage, signal }) {
        noteUsage?.({ provider: provider.name, ...used.vision });
        await engines.before('vision', signal);
        return 'A dog runs.';
      },
    },
    script: {
      provider,
      model: 'script-1',
      async *writeScript({ noteUsage, signal }) {
        yield 'A dog runs. ';
        noteUsage?.({ provider: provider.name, ...used.script });
        await engines.before('script', signal);
        yield 'It barks.';
      },
      canExpand: true,
      rewriteScript: request =>
        engines.script.writeScript({ ...request, analysis: '', prompt: '', durationSeconds: 9 }),
      writeTimedScript: request => engines.script.writeScript(request),
      shortenLines: request =>
        engines.script.writeScript({ ...request, analysis: '', prompt: '', durationSeconds: 9 }),
    },
    speech: {
      provider,
      model: 'voice',
      identity: 'a.example',
      hasPremiumVoices: false,
      maxCharacters: 4000,
      getLanguageSupport: () => ({ kind: 'spoken' }),
      getSpeaker: voice => voice,
      async speak({ text, noteUsage, signal }) {
        noteUsage?.({ provider: provider.name, ...used.speech });
        await engines.before('speech', signal);
        const mp3 = await speakAsTone(text, 440);
        return {
          format: 'mp3',
          bytes: (async function* () {
            yield mp3;
          })(),
        };
      },
    },
  };
  return engines;
}

/** A whole price list for `PRICES_FILE`. */
export function writePrices(folder: TemporaryFolder, rows: readonly object[]): Promise<string> {
  const read = { readOn: '2026-11-22', source: 'a bill' };
  const list = rows.map(row => ({ provider: paidProvider.name, ...read, ...row }));
  return folder.write('prices.json', JSON.stringify(list));
}

/** For the three models above: the usual usage costs 1.28, 0.15 and 0.3 cents. */
export const usualPrices = [
  { models: ['vision-1'], dollarsPerMillion: { textTokensIn: 1, textTokensOut: 2 } },
  { models: ['script-1'], dollarsPerMillion: { textTokensIn: 1, textTokensOut: 5 } },
  { models: ['voice'], dollarsPerMillion: { characters: 15 } },
];
