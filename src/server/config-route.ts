import type { DescribedEngine, Readiness } from '#engines/ports.ts';
import { type ConfigAnswer, configAnswerSchema } from '#shared/api/config.ts';
import { isGoogleConfigured } from './accounts/accounts.ts';
import type { EngineRoles } from './choose-engines.ts';
import { askRoles } from './engine-roles/ask-roles.ts';
import type { Role } from './engine-roles/role.ts';
import { findRepositoryUrl } from './find-repository-url.ts';
import { openToAll } from './guards/guards.ts';
import type { Routes } from './guards/routes.ts';
import type { RouteParts } from './route-parts.ts';

/** `GET /api/config`: settings for the page. `GET /source` redirects to the source code, as the AGPL requires. */
export function addConfigRoute(routes: Routes, { config, engines }: RouteParts): void {
  const settings: Omit<ConfigAnswer, 'engines'> = {
    maxVideoBytes: config.maxVideoBytes,
    maxVideoSeconds: config.maxVideoSeconds,
    maxTimedFrames: config.maxTimedFrames,
    narrationsPerDay: {
      free: config.freeNarrationsPerDay,
      standard: config.standardNarrationsPerDay,
      premium: config.premiumNarrationsPerDay,
    },
    premiumPlanUrl: config.premiumPlanUrl,
    hearsOfPayments: config.stripe.webhookSecret !== undefined,
    google: { isConfigured: isGoogleConfigured(config) },
    sentryDsn: config.sentryDsn,
    contactForm: config.emailJs,
  };
  const schema = { summary: 'Public settings', response: { 200: configAnswerSchema } };
  routes.add({
    method: 'GET',
    url: '/api/config',
    schema,
    guards: openToAll,
    handler: async () => {
      await askRoles([engines.vision, engines.script, engines.speech.standard]);
      return { engines: summarizeRoles(engines), ...settings };
    },
  });
  const sourceUrl = config.sourceUrl ?? findRepositoryUrl() ?? '/contact';
  routes.add({
    method: 'GET',
    url: '/source',
    schema: { summary: 'Redirects to the source code of this server' },
    guards: openToAll,
    handler: (_request, reply) => reply.redirect(sourceUrl),
  });
}

/** As far as known: capabilities of a provider are found out by asking it. */
function summarizeRoles({ vision, script, speech }: EngineRoles): ConfigAnswer['engines'] {
  return {
    vision: summarize(vision),
    script: { ...summarize(script), canExpand: script.current.canExpand },
    speech: summarize(speech.standard),
  };
}

function summarize(role: Role<DescribedEngine>): ConfigAnswer['engines']['vision'] {
  const { name, isOffline, isLocal } = role.current.provider;
  const { readiness, passedOver } = role;
  // Shown before the work starts, as nobody reads it later.
  const note = [...passedOver.map(({ message }) => message), ...listDoubts(readiness)].join(' ');
  return {
    name,
    isOffline,
    ...(isLocal && { isLocal }),
    isSubstitute: passedOver.length > 0,
    isImpaired: readiness?.kind === 'ready' && readiness.note !== undefined,
    ...(note !== '' && { note }),
  };
}

function listDoubts(readiness: Readiness | undefined): string[] {
  if (readiness?.kind === 'unreached') return [readiness.error.message];
  return readiness?.kind === 'ready' && readiness.note ? [readiness.note] : [];
}
