import type { DescribedEngine } from '#engines/ports.ts';
import { type ConfigAnswer, configAnswerSchema } from '#shared/api/config.ts';
import { openToAll } from './guards/guards.ts';
import type { Routes } from './guards/routes.ts';
import type { RouteParts } from './route-parts.ts';

/** `GET /api/config`: what the page needs to know of this server. */
export function addConfigRoute(routes: Routes, { config, engines }: RouteParts): void {
  const answer: ConfigAnswer = {
    engines: {
      vision: summarize(engines.vision),
      script: summarize(engines.script),
      speech: summarize(engines.speech.standard),
    },
    maxVideoBytes: config.maxVideoBytes,
    maxVideoSeconds: config.maxVideoSeconds,
    narrationsPerDay: {
      free: config.freeNarrationsPerDay,
      standard: config.standardNarrationsPerDay,
      premium: config.premiumNarrationsPerDay,
    },
    premiumPlanUrl: config.premiumPlanUrl,
    hearsOfPayments: config.stripe.webhookSecret !== undefined,
    google: findGoogle(config),
    sentryDsn: config.sentryDsn,
    contactForm: config.emailJs,
  };
  const schema = { summary: 'Public settings', response: { 200: configAnswerSchema } };
  routes.add({ method: 'GET', url: '/api/config', schema, guards: openToAll, handler: async () => answer });
}

function findGoogle({ google }: RouteParts['config']): ConfigAnswer['google'] {
  const missing = [
    ...(google.clientId === undefined ? ['GOOGLE_CLIENT_ID'] : []),
    ...(google.clientSecret === undefined ? ['GOOGLE_CLIENT_SECRET'] : []),
  ];
  return { isConfigured: missing.length === 0, missing };
}

function summarize({ provider: { name, isOffline } }: DescribedEngine) {
  return { name, isOffline };
}
