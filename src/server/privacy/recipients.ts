import type { PrivacyAnswer } from '#shared/api/privacy.ts';
import { isGoogleConfigured } from '../accounts/accounts.ts';
import type { ChosenEngines } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';

type Recipient = PrivacyAnswer['recipients'][number];

type RecipientConfig = Pick<
  Config,
  'openAi' | 'elevenLabs' | 'google' | 'smtpUrl' | 'tokenSync' | 'sentryDsn' | 'emailJs' | 'stripe'
>;

/** Who else gets something of what people do here, by the engines in use and the settings. */
export function describeRecipients(config: RecipientConfig, engines: ChosenEngines): Recipient[] {
  return [
    ...describeProviders(config, engines),
    ...describeMailing(config),
    ...describePayments(config),
    ...describeSignIn(config),
    ...describeRecorder(config),
  ];
}

function describeProviders(
  { openAi, elevenLabs }: RecipientConfig,
  { vision, script, speech }: ChosenEngines,
): Recipient[] {
  const isSameSpeaker = speech.standard.identity === speech.premium.identity;
  const steps = [
    {
      engine: vision,
      gets: 'the pictures of the video and your wish',
      model: openAi.visionModel,
      does: 'looks',
    },
    {
      engine: script,
      gets: 'the description of the pictures, your wish and the language',
      model: openAi.scriptModel,
      does: 'writes',
    },
    {
      engine: speech.standard.engine,
      gets: 'the script that is spoken',
      model: openAi.speechModel,
      does: 'speaks',
    },
    ...(isSameSpeaker
      ? []
      : [
          {
            engine: speech.premium.engine,
            gets: 'the script that a premium voice speaks',
            model: elevenLabs.model,
            does: 'speaks the premium voices',
          },
        ]),
  ].filter(({ engine }) => !engine.isOffline);
  const names = [...new Set(steps.map(({ engine }) => engine.name))];
  return names.map(name => {
    const own = steps.filter(({ engine }) => engine.name === name);
    return {
      name,
      gets: `${capitalize(own.map(({ gets }) => gets).join('; '))}. Neither your address nor your account.`,
      why: `It ${own.map(({ does, model }) => `${does} (${model})`).join(', ')}.`,
    };
  });
}

function describeMailing({ smtpUrl, emailJs }: RecipientConfig): Recipient[] {
  return [
    ...(smtpUrl === undefined
      ? []
      : [
          {
            name: `The mail server ${new URL(smtpUrl).hostname}`,
            gets: 'The mails that we send: to you about your account, and your messages to whoever runs this server.',
            why: 'It delivers them.',
          },
        ]),
    ...(emailJs.origin === undefined
      ? []
      : [
          {
            name: new URL(emailJs.origin).host,
            gets: 'What you write into the contact form: your name, your e-mail address and your message. Your browser sends it there, and it does not come to this server.',
            why: 'It delivers the messages of the contact form.',
          },
        ]),
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
      gets: 'When something goes wrong in the page: the error, your kind of browser, what happens on the page from a minute before on, with all texts and pictures made unreadable, and the calls of a narration, with your wish and the script. Never passwords, accounts, messages to us, pictures or sound.',
      why: 'So that errors are seen and mended.',
    },
  ];
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
