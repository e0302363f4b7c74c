import type { DescribedEngine } from '#engines/ports.ts';
import type { PrivacyAnswer, RecipientTopic } from '#shared/api/privacy.ts';
import { isGoogleConfigured } from '../accounts/accounts.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';

type Recipient = Omit<PrivacyAnswer['recipients'][number], 'topics'>;

type RecipientConfig = Pick<Config, 'google' | 'smtpUrl' | 'tokenSync' | 'sentryDsn' | 'emailJs' | 'stripe'>;

/** Who else gets something of what people do here, by the engines in use and the settings. */
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

/** As the engines describe themselves: a provider once, with all that it gets for its steps. */
function describeProviders({ vision, script, speech }: EngineRoles): Recipient[] {
  const steps = [
    describeStep(vision.current, 'looks'),
    describeStep(script.current, 'writes'),
    ...describeSpeakers(speech),
  ].filter(({ isOffline }) => !isOffline);
  const names = [...new Set(steps.map(({ name }) => name))];
  return names.map(name => {
    const own = steps.filter(step => step.name === name);
    return {
      name,
      gets: `${capitalize(own.map(({ gets }) => gets).join('; '))}. Neither your address nor your account.`,
      why: `It ${own.map(({ does }) => does).join(', ')}.`,
    };
  });
}

/** Those who speak in place of another are named, too: what is spoken in a language that others do not list goes to them. */
function describeSpeakers({ standard, premium }: EngineRoles['speech']) {
  const [first, ...otherStandard] = standard.listAble();
  const [firstPremium, ...otherPremium] = premium.listAble();
  const hasOwnPremium = firstPremium.id !== first.id;
  const others = new Map([...otherStandard, ...otherPremium].map(({ id, engine }) => [id, engine]));
  for (const { id } of [first, firstPremium]) others.delete(id);
  return [
    describeStep(first.engine, 'speaks', 'that is spoken'),
    ...(hasOwnPremium
      ? [describeStep(firstPremium.engine, 'speaks the premium voices', 'that a premium voice speaks')]
      : []),
    ...[...others.values()].map(engine =>
      describeStep(engine, 'speaks in place of another', 'that it speaks in place of another'),
    ),
  ];
}

/** @param which of what it receives */
function describeStep({ provider, model }: DescribedEngine, does: string, which?: string) {
  const { name, isOffline, receives } = provider;
  return {
    name,
    isOffline,
    gets: which === undefined ? receives : `${receives} ${which}`,
    does: model === undefined ? does : `${does} (${model})`,
  };
}

function describeMailServer({ smtpUrl }: RecipientConfig): Recipient[] {
  if (smtpUrl === undefined) return [];
  return [
    {
      name: `The mail server ${new URL(smtpUrl).hostname}`,
      gets: 'The mails that we send: to you about your account, and your messages to whoever runs this server.',
      why: 'It delivers them.',
    },
  ];
}

function describeContactService({ emailJs }: RecipientConfig): Recipient[] {
  if (emailJs.origin === undefined) return [];
  return [
    {
      name: new URL(emailJs.origin).host,
      gets: 'What you write into the contact form: your name, your e-mail address and your message. Your browser sends it there, and it does not come to this server.',
      why: 'It delivers the messages of the contact form.',
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
            name: host === 'accounts.google.com' ? 'Google' : `The sign-in of ${host}`,
            gets: 'That you sign in here, when you choose to sign in with Google. We get your name, your e-mail address and its number for you.',
            why: 'So that you need no password here.',
          },
        ]
      : []),
    ...(tokenSync
      ? [
          {
            name: new URL(tokenSync.url).host,
            gets: 'The number of your account and of your session, when you sign in and when you sign out or delete the account.',
            why: 'So that it knows when you are signed in.',
          },
        ]
      : []),
  ];
}

function describePayments({ stripe }: RecipientConfig): Recipient[] {
  if (stripe.webhookSecret === undefined) return [];
  return [
    {
      name: 'Stripe',
      gets: 'What you write on its own page when you buy the premium plan. It tells us your e-mail address and whether the plan is paid; we never see how you pay.',
      why: 'So that the plan can be bought.',
    },
  ];
}

function describeRecorder({ sentryDsn }: RecipientConfig): Recipient[] {
  if (sentryDsn === undefined) return [];
  return [
    {
      name: new URL(sentryDsn).host,
      gets: 'When something goes wrong in the page: the error, your kind of browser, what happens on the page from a minute before on, with all texts and pictures made unreadable, and the calls of a narration, with your prompt, what was seen and read in the pictures, and the script. Never passwords, accounts, messages to us, pictures or sound.',
      why: 'So that errors are seen and mended.',
    },
  ];
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
