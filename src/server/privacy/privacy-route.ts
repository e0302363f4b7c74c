import { type PrivacyAnswer, privacyAnswerSchema, type StoredItem } from '#shared/api/privacy.ts';
import { describeDays, describeDuration } from '#shared/describe-duration.ts';
import { sessionSeconds } from '../accounts/create-auth.ts';
import { knownSeconds } from '../accounts/known-places.ts';
import { mostBackups } from '../backups/backup-files.ts';
import { backupEveryMs } from '../backups/keep-backups.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';
import { askRoles } from '../engine-roles/ask-roles.ts';
import { openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { describeRecipients } from './recipients.ts';
import { describeTables, waitingWork } from './stored-facts.ts';

interface PrivacyParts {
  readonly config: Config;
  readonly engines: EngineRoles;
}

/** `GET /api/privacy`: what the privacy page says, from the same settings and constants that the server keeps to. */
export function addPrivacyRoute(routes: Routes, { config, engines }: PrivacyParts): void {
  const facts: Omit<PrivacyAnswer, 'recipients'> = {
    stored: groupTables(config),
    retentionDays: config.retentionDays,
    place:
      config.databaseUrl === undefined
        ? 'In a database on the disk of this server.'
        : 'In a Postgres database of whoever runs this server.',
    files: describeFiles(config),
    browser: describeBrowser(),
  };
  const schema = {
    summary: 'What is stored, where, for how long, and what goes to whom',
    response: { 200: privacyAnswerSchema },
  };
  routes.add({
    method: 'GET',
    url: '/api/privacy',
    schema,
    guards: openToAll,
    handler: async () => {
      const { vision, script, speech } = engines;
      await askRoles([vision, script, speech.standard, speech.premium]);
      return { ...facts, recipients: describeRecipients(config, engines) };
    },
  });
}

function groupTables(config: Config): PrivacyAnswer['stored'] {
  const stored: PrivacyAnswer['stored'] = {
    visitors: [],
    messages: [],
    accounts: [],
    operation: [waitingWork],
  };
  for (const { about, ...thing } of Object.values(describeTables(config))) stored[about].push(thing);
  return stored;
}

function describeFiles({ smtpUrl, databaseUrl, retentionDays }: Config): StoredItem[] {
  return [
    {
      title: 'Videos and pictures',
      what: 'What you upload, for as long as Benshi looks at it. Nothing of it is stored.',
      why: 'So that a large video need not fit into memory.',
      kept: 'Until your request ends, however it ends',
    },
    ...(smtpUrl === undefined
      ? [
          {
            title: 'Mails as files',
            what: 'No mail server is set up here, so all mails are laid into a folder for whoever runs this server. They stay there when an account is deleted.',
            why: 'So that no mail is lost.',
            kept: describeDays(retentionDays),
          },
        ]
      : []),
    ...(databaseUrl === undefined
      ? [
          {
            title: 'Copies of the database',
            what: 'The whole database as it was, so that they hold for some hours what was deleted from it.',
            why: 'So that nothing is lost when a disk fails.',
            kept: `A copy every ${describeDuration(backupEveryMs / 1000).replace(/^1 /u, '')}; the last ${mostBackups} are kept`,
          },
        ]
      : []),
    {
      title: 'The log of the server',
      what: 'For each request its time, its kind, how long it took and how it ended. No network address, and nothing that you wrote.',
      why: 'So that whoever runs this server sees what goes wrong.',
      kept: 'As whoever runs this server has set up',
    },
  ];
}

function describeBrowser(): StoredItem[] {
  return [
    {
      title: 'A cookie when you sign in',
      what: 'A number that says which session is yours. No other website and no script can read it. Signing in with Google needs a second one, for ten minutes.',
      why: 'So that you stay signed in.',
      kept: `Until you log out, or ${describeDuration(sessionSeconds)} after your last visit`,
    },
    {
      title: 'A cookie that stays after you log out',
      what: 'A random number by which this server knows the browser in which you signed in before. No other website and no script can read it, and it does not sign you in.',
      why: 'So that you get in here while somebody else guesses your password.',
      kept: `${describeDuration(knownSeconds.browser)} after your last sign-in`,
    },
    {
      title: 'Your drafts and takes',
      what: 'Your prompt, your choices, each script and sound that was made, and a copy of your last video where there is room. They are in this browser only; this server never sees them.',
      why: 'So that neither a reload, a logout nor a crash loses anything. Whoever uses this browser after you signs in to see what you made with your account.',
      kept: 'Until you press “Forget” beside your takes, or delete them in your browser; up to 20 takes of a video',
    },
    {
      title: 'A narrated video that you make',
      what: 'The video, from where your browser downloads it, if it cannot write straight to the place that you choose. It is in this browser only; this server never sees it.',
      why: 'So that a long video need not fit into memory.',
      kept: 'Ten minutes after it was made; if you close the tab before, until you make the next one, or delete it in your browser',
    },
    {
      title: 'How you work here',
      what: 'How long such work took before, how loud you set a video’s own sound, and how far you had scrolled. Numbers only, in this browser only.',
      why: 'So that the page can say how long something will take, and is as you left it.',
      kept: 'Until you delete them in your browser; how far you had scrolled, until you close the tab',
    },
    {
      title: 'Light or dark',
      what: 'The colours that you chose, if you chose any.',
      why: 'So that you need not choose them again.',
      kept: 'Until you delete it in your browser',
    },
  ];
}
