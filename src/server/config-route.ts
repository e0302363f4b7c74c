import { readFileSync } from 'node:fs';
import type { DescribedEngine } from '#engines/ports.ts';
import { type ConfigAnswer, configAnswerSchema } from '#shared/api/config.ts';
import { maxHeardSeconds } from '#shared/limits.ts';
import type { Accounts } from './accounts/accounts.ts';
import { findProvider } from './accounts/identity-providers.ts';
import type { EngineRoles } from './choose-engines.ts';
import type { Config } from './config/config.ts';
import type { ContentCredentials } from './credentials/content-credentials.ts';
import { askRoles, type Role } from './engine-roles/role.ts';
import { openToAll } from './guards/guards.ts';
import type { Routes } from './guards/routes.ts';
import type { SetupAccess } from './setup/setup-access.ts';

interface ConfigParts {
  readonly config: Config;
  readonly engines: EngineRoles;
  readonly setupAccess: SetupAccess;
  readonly contentCredentials: ContentCredentials | undefined;
  readonly accounts: Pick<Accounts, 'requireAccount'>;
}

/** `GET /source` redirects to the source code, as the AGPL requires. */
export function addConfigRoute(
  routes: Routes,
  { config, engines, setupAccess, contentCredentials, accounts }: ConfigParts,
): void {
  const signing = contentCredentials && { storeBytes: contentCredentials.countStoreBytes() };
  const settings: Omit<ConfigAnswer, 'engines' | 'canSetUp' | 'transcription'> = {
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
    google: { isConfigured: findProvider(config, 'google') !== undefined },
    ...(config.oidc && { oidc: { name: config.oidc.name } }),
    isSignUpOpen: config.isSignUpOpen,
    hasPasswordSignIn: config.hasPasswordSignIn,
    sentryDsn: config.sentryDsn,
    contactForm: config.emailJs,
  };
  routes.add({
    method: 'GET',
    url: '/api/config',
    schema: { summary: 'Public settings', response: { 200: configAnswerSchema } },
    guards: openToAll,
    handler: async (request, reply) => {
      const { vision, script, speech, transcription: hearing } = engines;
      await askRoles([vision, script, speech.standard, ...(hearing ? [hearing] : [])]);
      const transcription = summarizeTranscription(engines, config);
      const isKnown = () => accounts.requireAccount(request, reply, ['narrate']).catch(() => undefined);
      return {
        engines: summarizeRoles(engines),
        ...(signing && (config.signsForAll || (await isKnown())) && { contentCredentials: signing }),
        ...(transcription && { transcription }),
        ...settings,
        canSetUp: setupAccess.isOperatorsOwn(request),
      };
    },
  });
  const sourceUrl = config.sourceUrl ?? findRepositoryUrl() ?? '/contact';
  routes.add({
    method: 'GET',
    url: '/source',
    config: { statuses: [302] },
    schema: { summary: 'Redirects to the source code of this server' },
    guards: openToAll,
    handler: (_request, reply) => reply.redirect(sourceUrl),
  });
}

/** Capabilities are known only once a provider was asked. */
function summarizeRoles({ vision, script, speech }: EngineRoles): ConfigAnswer['engines'] {
  return {
    vision: summarize(vision),
    script: {
      ...summarize(script),
      canExpand: script.current.canExpand,
      canRewriteLines: script.current.rewriteLine !== undefined,
      canTranslate: script.current.translateLines !== undefined,
    },
    speech: summarize(speech.standard),
  };
}

function summarizeTranscription(
  { transcription }: EngineRoles,
  { transcribe }: Pick<Config, 'transcribe'>,
): ConfigAnswer['transcription'] {
  if (!transcription || transcribe === 'off' || transcription.readiness?.kind === 'unable') return undefined;
  const { name, isLocal, note } = summarize(transcription);
  const maxSeconds = Math.min(transcription.current.maxSeconds, maxHeardSeconds);
  return { name, ...(isLocal && { isLocal }), ...(note && { note }), mode: transcribe, maxSeconds };
}

function summarize(role: Role<DescribedEngine>): ConfigAnswer['engines']['vision'] {
  const { name, isOffline, isLocal } = role.current.provider;
  const { readiness, passedOver } = role;
  // Shown before the work starts, as nobody reads it later.
  const note = role.describeDoubts('message');
  return {
    name,
    isOffline,
    ...(isLocal && { isLocal }),
    isSubstitute: passedOver.length > 0,
    isImpaired: readiness?.kind === 'ready' && readiness.note !== undefined,
    ...(note !== '' && { note }),
  };
}

const gitConfig = new URL('../../.git/config', import.meta.url);

/** Without credentials; undefined if this folder is no clone, or a clone of a local folder. */
export function findRepositoryUrl(file: string | URL = gitConfig): string | undefined {
  const lines = readLines(file);
  const section = lines.indexOf('[remote "origin"]');
  const remote = section < 0 ? undefined : lines.slice(section).find(line => line.startsWith('url = '));
  if (!remote) return undefined;
  // git@example.org:path is short for ssh://git@example.org/path.
  const address = remote.slice('url = '.length).replace(/^(\w+@[\w.-]+):([^/])/u, 'ssh://$1/$2');
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, hostname, pathname } = new URL(address);
  const path = pathname.replace(/\.git\/?$/u, '');
  if (/^https?:$/u.test(protocol)) return `${protocol}//${host}${path}`;
  return /^(ssh|git):$/u.test(protocol) ? `https://${hostname}${path}` : undefined;
}

function readLines(file: string | URL): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map(line => line.trim());
  } catch {
    return [];
  }
}
