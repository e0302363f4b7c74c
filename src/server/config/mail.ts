import { z } from 'zod';
import { isMailAddress } from '#shared/mail-address.ts';
import { mailAddress, setting, type ValuesOf, webOrigin } from './setting.ts';

/** `Benshi <benshi@example.org>` or an address alone. */
const sender = z
  .string()
  .trim()
  .transform((text, context) => {
    const [, name = '', address = ''] = /^(?:([^<>\r\n]*)<)?([^<>\s]+?)>?$/u.exec(text) ?? [];
    if (mailAddress.safeParse(address).success) return { name: name.trim() || 'Benshi', address };
    context.addIssue({ code: 'custom', message: 'must be an address such as Benshi <benshi@example.org>' });
    return z.NEVER;
  });

const mailServer = z
  .string()
  .refine(
    text => URL.canParse(text) && /^smtps?:$/u.test(new URL(text).protocol),
    'must be an address such as smtp://user:password@mail.example.org:587',
  );

/** An ID in the hosted service's format. `none` removes it, and the form reports the missing one. */
function id(fallback: string) {
  return z
    .string()
    .trim()
    .min(1, 'must be an ID, or none')
    .max(200, 'must be an ID, or none')
    .default(fallback)
    .transform(text => (text === 'none' ? undefined : text));
}

/** Settings for sending mail and for contact messages. */
export const mailSettings = {
  SMTP_URL: setting(
    mailServer.optional(),
    'none: mails are written to DATA_DIR/outbox',
    'The mail server, such as `smtps://user:password@mail.example.org`.',
  ),
  MAIL_FROM: setting(
    sender.default({ name: 'Benshi', address: 'benshi@localhost.localdomain' }),
    'Benshi <benshi@localhost.localdomain>',
    'Sender of mails. Required with SMTP_URL.',
  ),
  CONTACT_TO: setting(
    z.string().trim().refine(isMailAddress, 'must be one address such as team@example.org').optional(),
    'the address in MAIL_FROM',
    'Recipient of contact messages and feedback.',
  ),
  EMAILJS_ORIGIN: setting(
    webOrigin('https://api.emailjs.com').optional(),
    'this server',
    'Where the contact form is sent: a service with the protocol of EmailJS, such as `https://api.emailjs.com`.',
  ),
  EMAILJS_USER_ID: setting(
    id('benshi'),
    'benshi',
    'User ID (public key) of the contact form. `none` leaves it out, and the form reports it missing.',
  ),
  EMAILJS_SERVICE_ID: setting(id('default_service'), 'default_service', 'Its service ID, or `none`.'),
  EMAILJS_TEMPLATE_ID: setting(id('contact'), 'contact', 'Its template ID, or `none`.'),
};

export function toMailConfig(read: ValuesOf<typeof mailSettings>) {
  return {
    /** Undefined: mails are written to files. */
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    /** Undefined: the sender's address. */
    contactTo: read.CONTACT_TO,
    emailJs: {
      /** Undefined: this server. */
      origin: read.EMAILJS_ORIGIN,
      userId: read.EMAILJS_USER_ID,
      serviceId: read.EMAILJS_SERVICE_ID,
      templateId: read.EMAILJS_TEMPLATE_ID,
    },
  };
}
