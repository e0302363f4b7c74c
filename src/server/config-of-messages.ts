import { z } from 'zod';
import { isMailAddress } from '#shared/mail-address.ts';
import { setting, webOrigin } from './setting.ts';

/** An ID as the hosted service makes them. `none` leaves it out, and the form says which one is missing. */
function id(fallback: string) {
  return z
    .string()
    .trim()
    .min(1, 'must be an ID, or none')
    .max(200, 'must be an ID, or none')
    .default(fallback)
    .transform(text => (text === 'none' ? undefined : text));
}

/** The part of the settings that is about what people write to whoever runs the server. */
export const messageSettings = {
  CONTACT_TO: setting(
    z.string().trim().refine(isMailAddress, 'must be one address such as team@example.org').optional(),
    'the address in MAIL_FROM',
    'Who gets the messages of the contact form and the feedback. They are kept in the database, too.',
  ),
  EMAILJS_ORIGIN: setting(
    webOrigin('https://api.emailjs.com').optional(),
    'this server',
    'Where the contact form is sent to: a service that speaks the protocol of EmailJS, such as `https://api.emailjs.com`.',
  ),
  EMAILJS_USER_ID: setting(
    id('benshi'),
    'benshi',
    'The user ID (public key) that the contact form is sent with. Everybody can read it. `none` leaves it out: the form then says that it is missing.',
  ),
  EMAILJS_SERVICE_ID: setting(id('default_service'), 'default_service', 'Its service ID, or `none`.'),
  EMAILJS_TEMPLATE_ID: setting(id('contact'), 'contact', 'Its template ID, or `none`.'),
} as const;

type Variables = {
  [Name in keyof typeof messageSettings]: z.output<(typeof messageSettings)[Name]['schema']>;
};

/** What messages to whoever runs the server go by. */
export interface MessageConfig {
  /** Undefined: the address that mails come from. */
  readonly contactTo: string | undefined;
  readonly emailJs: {
    /** Undefined: this server. */
    readonly origin: string | undefined;
    readonly userId: string | undefined;
    readonly serviceId: string | undefined;
    readonly templateId: string | undefined;
  };
}

export function toMessageConfig(read: Variables): MessageConfig {
  return {
    contactTo: read.CONTACT_TO,
    emailJs: {
      origin: read.EMAILJS_ORIGIN,
      userId: read.EMAILJS_USER_ID,
      serviceId: read.EMAILJS_SERVICE_ID,
      templateId: read.EMAILJS_TEMPLATE_ID,
    },
  };
}
