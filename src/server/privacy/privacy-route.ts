import type { DescribedEngine } from '#engines/ports.ts';
import {
  type PrivacyAnswer,
  privacyAnswerSchema,
  type RecipientTopic,
  type StoredItem,
} from '#shared/api/privacy.ts';
import { describeDays, describeDuration } from '#shared/describe-values.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { privacyFacts, privacyPeriods, privacyRecipients as texts } from '#shared/messages/privacy-facts.ts';
import { sessionSeconds } from '../accounts/create-auth.ts';
import { findProvider, identityProviders, type SignInConfig } from '../accounts/identity-providers.ts';
import { knownSeconds } from '../accounts/sign-in.ts';
import { backupEveryMs, maxBackups } from '../backups/keep-backups.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';
import { askRoles } from '../engine-roles/role.ts';
import { openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { describeItem, describeTables, waitingWork } from './stored-data.ts';

interface PrivacyParts {
  readonly config: Config;
  readonly engines: EngineRoles;
}

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

type Recipient = PrivacyAnswer['recipients'][number];

type RecipientConfig = SignInConfig &
  Pick<Config, 'smtpUrl' | 'tokenSync' | 'sentryDsn' | 'emailJs' | 'stripe' | 'contentCredentials'>;

export function describeRecipients(
  { smtpUrl, emailJs, stripe, tokenSync, sentryDsn, contentCredentials, ...config }: RecipientConfig,
  engines: EngineRoles,
): Recipient[] {
  const recipients = [
    ...describeProviders(engines),
    smtpUrl !== undefined && describeService('mailServer', nameMailServer(smtpUrl), 'messages', 'accounts'),
    emailJs.origin !== undefined && describeService('contactForm', new URL(emailJs.origin).host, 'messages'),
    stripe.webhookSecret !== undefined && describeService('stripe', t(texts.stripe), 'payments'),
    ...describeSignIn(config),
    tokenSync && describeService('tokenSync', new URL(tokenSync.url).host, 'accounts'),
    contentCredentials?.tsaUrl !== undefined &&
      describeService('timeStamps', new URL(contentCredentials.tsaUrl).host, 'narrations'),
    sentryDsn !== undefined && describeService('errorRecorder', new URL(sentryDsn).host, 'errors'),
  ];
  return recipients.filter(recipient => typeof recipient === 'object');
}

type Service = 'mailServer' | 'contactForm' | 'stripe' | 'tokenSync' | 'timeStamps' | 'errorRecorder';

function describeService(service: Service, name: string, ...topics: RecipientTopic[]): Recipient {
  return { topics, name, gets: t(texts[`${service}Gets`]), why: t(texts[`${service}Why`]) };
}

function nameMailServer(smtpUrl: string): string {
  return t(texts.mailServer, { host: new URL(smtpUrl).hostname });
}

function describeSignIn(config: SignInConfig): Recipient[] {
  return identityProviders.flatMap(id => {
    const provider = findProvider(config, id);
    if (!provider) return [];
    const { host } = new URL(provider.discoveryUrl);
    const name = host === 'accounts.google.com' ? t(texts.google) : t(texts.otherSignIn, { host });
    const gets = t(texts.signInGets, { provider: provider.name });
    return [{ topics: ['accounts'], name, gets, why: t(texts.signInWhy) }];
  });
}

/** Each provider once, with the data of all its steps. */
function describeProviders({ vision, script, speech, transcription }: EngineRoles): Recipient[] {
  const steps = [
    { engine: vision.current, gets: texts.visionGets, does: texts.vision, doesBy: texts.visionBy },
    { engine: script.current, gets: texts.scriptGets, does: texts.script, doesBy: texts.scriptBy },
    ...listSpeakers(speech),
    ...(transcription ? [describeTranscriber(transcription.current)] : []),
  ].filter(({ engine: { provider } }) => !provider.isOffline && !provider.isLocal);
  return [...Map.groupBy(steps, ({ engine }) => engine.provider.name)].map(([name, own]) => ({
    topics: ['narrations'],
    name,
    gets: [...own.map(({ gets }) => t(gets)), t(texts.noIdentity)].join(' '),
    why: own.map(describeWork).join(' '),
  }));
}

interface Step {
  readonly engine: DescribedEngine;
  readonly gets: Message;
  readonly does: Message;
  readonly doesBy: Message<'model'>;
}

function describeWork({ engine: { model }, does, doesBy }: Step): string {
  return model === undefined ? t(does) : t(doesBy, { model });
}

function describeTranscriber(engine: DescribedEngine): Step {
  const { transcriptionGets: gets, transcription: does, transcriptionBy: doesBy } = texts;
  return { engine, gets, does, doesBy };
}

/** Includes fallbacks, which speak languages that the others do not list. */
function listSpeakers({ standard, premium }: EngineRoles['speech']): Step[] {
  const [first, ...otherStandard] = standard.listAble();
  const [firstPremium, ...otherPremium] = premium.listAble();
  const others = new Map([...otherStandard, ...otherPremium].map(({ id, engine }) => [id, engine]));
  for (const { id } of [first, firstPremium]) others.delete(id);
  const { premiumSpeechGets, premiumSpeech, premiumSpeechBy } = texts;
  const ofPremium = { gets: premiumSpeechGets, does: premiumSpeech, doesBy: premiumSpeechBy };
  const ofOthers = { gets: texts.otherSpeechGets, does: texts.otherSpeech, doesBy: texts.otherSpeechBy };
  return [
    { engine: first.engine, gets: texts.speechGets, does: texts.speech, doesBy: texts.speechBy },
    ...(firstPremium.id === first.id ? [] : [{ engine: firstPremium.engine, ...ofPremium }]),
    ...[...others.values()].map(engine => ({ engine, ...ofOthers })),
  ];
}
