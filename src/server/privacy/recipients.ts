import type { DescribedEngine } from '#engines/ports.ts';
import type { PrivacyAnswer, RecipientTopic } from '#shared/api/privacy.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { privacyRecipients as texts } from '#shared/messages/privacy-facts.ts';
import { isGoogleConfigured } from '../accounts/accounts.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';

type Recipient = Omit<PrivacyAnswer['recipients'][number], 'topics'>;

type RecipientConfig = Pick<Config, 'google' | 'smtpUrl' | 'tokenSync' | 'sentryDsn' | 'emailJs' | 'stripe'>;

/** The recipients of user data, by engines and settings. */
export function describeRecipients(
  config: RecipientConfig,
  engines: EngineRoles,
): PrivacyAnswer['recipients'] {
  return [
    ...addTopics(describeProviders(engines), 'narrations'),
    ...addTopics(describeMailServer(config), 'messages', 'accounts'),
    ...addTopics(describeContactService(config), 'messages'),
    ...addTopics(describePayments(config), 'payments'),
    ...addTopics(describeSignIn(config), 'accounts'),
    ...addTopics(describeRecorder(config), 'errors'),
  ];
}

function addTopics(recipients: readonly Recipient[], ...topics: RecipientTopic[]) {
  return recipients.map(recipient => ({ topics, ...recipient }));
}

/** Each provider once, with the data of all its steps. */
function describeProviders({ vision, script, speech }: EngineRoles): Recipient[] {
  const steps = [
    { engine: vision.current, gets: texts.visionGets, does: texts.vision, doesBy: texts.visionBy },
    { engine: script.current, gets: texts.scriptGets, does: texts.script, doesBy: texts.scriptBy },
    ...listSpeakers(speech),
  ].filter(({ engine: { provider } }) => !provider.isOffline && !provider.isLocal);
  return [...Map.groupBy(steps, ({ engine }) => engine.provider.name)].map(([name, own]) => ({
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

function describeMailServer({ smtpUrl }: RecipientConfig): Recipient[] {
  if (smtpUrl === undefined) return [];
  return [
    {
      name: t(texts.mailServer, { host: new URL(smtpUrl).hostname }),
      gets: t(texts.mailServerGets),
      why: t(texts.mailServerWhy),
    },
  ];
}

function describeContactService({ emailJs }: RecipientConfig): Recipient[] {
  if (emailJs.origin === undefined) return [];
  return [
    {
      name: new URL(emailJs.origin).host,
      gets: t(texts.contactFormGets),
      why: t(texts.contactFormWhy),
    },
  ];
}

function describeSignIn(config: RecipientConfig): Recipient[] {
  const { google, tokenSync } = config;
  const host = new URL(google.discoveryUrl).host;
  return [
    ...(isGoogleConfigured(config)
      ? [
          {
            name: host === 'accounts.google.com' ? t(texts.google) : t(texts.otherSignIn, { host }),
            gets: t(texts.signInGets),
            why: t(texts.signInWhy),
          },
        ]
      : []),
    ...(tokenSync
      ? [{ name: new URL(tokenSync.url).host, gets: t(texts.tokenSyncGets), why: t(texts.tokenSyncWhy) }]
      : []),
  ];
}

function describePayments({ stripe }: RecipientConfig): Recipient[] {
  if (stripe.webhookSecret === undefined) return [];
  return [{ name: t(texts.stripe), gets: t(texts.stripeGets), why: t(texts.stripeWhy) }];
}

function describeRecorder({ sentryDsn }: RecipientConfig): Recipient[] {
  if (sentryDsn === undefined) return [];
  const name = new URL(sentryDsn).host;
  return [{ name, gets: t(texts.errorRecorderGets), why: t(texts.errorRecorderWhy) }];
}
