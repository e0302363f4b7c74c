import { type ConfigAnswer, configAnswerSchema } from '#shared/api/config.ts';
import { languages } from '#shared/languages.ts';
import type { ChosenEngines } from './choose-engines.ts';
import type { App } from './http/app-types.ts';
import type { RouteParts } from './route-parts.ts';

/** `GET /api/config`: what the page needs to know of this server. */
export function addConfigRoute(app: App, { config, engines }: RouteParts): void {
  const answer: ConfigAnswer = {
    engines: {
      vision: summarize(engines.vision),
      script: summarize(engines.script),
      speech: summarize(engines.speech),
    },
    borrowedVoices: findBorrowedVoices(engines),
    maxVideoBytes: config.maxVideoBytes,
    maxVideoSeconds: config.maxVideoSeconds,
    narrationsPerDay: {
      free: config.freeNarrationsPerDay,
      standard: config.standardNarrationsPerDay,
      premium: config.premiumNarrationsPerDay,
    },
    premiumPlanUrl: config.premiumPlanUrl,
    google: findGoogle(config),
  };
  const schema = { summary: 'Public settings', response: { 200: configAnswerSchema } };
  app.get('/api/config', { schema }, async () => answer);
}

function findGoogle({ google }: RouteParts['config']): ConfigAnswer['google'] {
  const missing = [
    ...(google.clientId === undefined ? ['GOOGLE_CLIENT_ID'] : []),
    ...(google.clientSecret === undefined ? ['GOOGLE_CLIENT_SECRET'] : []),
  ];
  return { isConfigured: missing.length === 0, missing };
}

function summarize({ name, isOffline }: { name: string; isOffline: boolean }) {
  return { name, isOffline };
}

function findBorrowedVoices({ speech }: ChosenEngines): ConfigAnswer['borrowedVoices'] {
  return languages.flatMap(language => {
    const spokenAs = speech.getBorrowedVoice(language);
    return spokenAs === undefined ? [] : [{ language: language.name, spokenAs }];
  });
}
