import { type PrivacyAnswer, privacyAnswerSchema, type StoredItem } from '#shared/api/privacy.ts';
import { describeDays, describeDuration } from '#shared/describe-values.ts';
import { t } from '#shared/messages/message.ts';
import { privacyFacts, privacyPeriods } from '#shared/messages/privacy-facts.ts';
import { sessionSeconds } from '../accounts/create-auth.ts';
import { knownSeconds } from '../accounts/known-places.ts';
import { backupEveryMs, maxBackups } from '../backups/keep-backups.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';
import { askRoles } from '../engine-roles/role.ts';
import { openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { describeRecipients } from './recipients.ts';
import { describeItem, describeTables, waitingWork } from './stored-facts.ts';

interface PrivacyParts {
  readonly config: Config;
  readonly engines: EngineRoles;
}

/** `GET /api/privacy`: the content of the privacy page, from the settings and constants that the server uses. */
export function addPrivacyRoute(routes: Routes, { config, engines }: PrivacyParts): void {
  const facts: Omit<PrivacyAnswer, 'recipients'> = {
    stored: groupTables(config),
    retentionDays: config.retentionDays,
    place: t(config.databaseUrl === undefined ? privacyFacts.embeddedDatabase : privacyFacts.postgres),
    files: describeFiles(config),
    browser: describeBrowser(),
  };
  routes.add({
    method: 'GET',
    url: '/api/privacy',
    schema: {
      summary: 'What is stored, where, for how long, and what goes to whom',
      response: { 200: privacyAnswerSchema },
    },
    guards: openToAll,
    handler: async () => {
      const { vision, script, speech, transcription } = engines;
      const hearing = transcription ? [transcription] : [];
      await askRoles([vision, script, speech.standard, speech.premium, ...hearing]);
      return { ...facts, recipients: describeRecipients(config, engines) };
    },
  });
}

function groupTables(config: Config): PrivacyAnswer['stored'] {
  const stored: PrivacyAnswer['stored'] = {
    visitors: [],
    messages: [],
    accounts: [],
    operation: [describeItem(waitingWork.name, waitingWork.kept)],
  };
  for (const { about, name, kept } of Object.values(describeTables(config)))
    stored[about].push(describeItem(name, kept));
  return stored;
}

function describeFiles({ smtpUrl, databaseUrl, retentionDays }: Config): StoredItem[] {
  const backups = { time: describeDuration(backupEveryMs / 1000), most: maxBackups };
  return [
    describeItem('uploads', t(privacyPeriods.request)),
    ...(smtpUrl === undefined ? [describeItem('mailFiles', describeDays(retentionDays))] : []),
    ...(databaseUrl === undefined ? [describeItem('backups', t(privacyPeriods.backups, backups))] : []),
    describeItem('log', t(privacyPeriods.log)),
  ];
}

function describeBrowser(): StoredItem[] {
  return [
    describeItem('sessionCookie', t(privacyPeriods.session, { time: describeDuration(sessionSeconds) })),
    describeItem('deviceCookie', t(privacyPeriods.device, { time: describeDuration(knownSeconds.browser) })),
    describeItem('versions', t(privacyPeriods.versions)),
    describeItem('narratedVideo', t(privacyPeriods.narratedVideo)),
    describeItem('browserWork', t(privacyPeriods.browserWork)),
    describeItem('colours', t(privacyPeriods.browser)),
  ];
}
