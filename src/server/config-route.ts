import type { DescribedEngine } from '#engines/ports.ts';
import { type ConfigAnswer, configAnswerSchema } from '#shared/api/config.ts';
import type { App } from './http/app-types.ts';
import type { RouteParts } from './route-parts.ts';

/** `GET /api/config`: what the page needs to know of this server. */
export function addConfigRoute(app: App, { config, engines }: RouteParts): void {
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
  app.get('/api/config', { schema }, async () => answer);
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
