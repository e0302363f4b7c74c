import type { FeedbackRequest } from '#shared/api/feedback.ts';
import { mailedLinkSeconds, verificationLinkSeconds } from '#shared/defaults.ts';
import { describeDuration } from '#shared/describe-values.ts';
import { maxStars } from '#shared/limits.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';

export interface MailText {
  readonly subject: string;
  readonly body: string;
}

/** @param link to the page for a new password */
export function composeResetMail(link: string): MailText {
  const body = t(mailMessages.reset, { link, time: describeDuration(mailedLinkSeconds) });
  return { subject: t(mailMessages.resetSubject), body };
}

/** @param link confirms the address */
export function composeVerificationMail(link: string): MailText {
  const body = t(mailMessages.verification, { link, time: describeDuration(verificationLinkSeconds) });
  return { subject: t(mailMessages.verificationSubject), body };
}

interface LockoutLink {
  /** Signs the owner in, or first asks for a new password. */
  readonly url: string;
  readonly asksForPassword: boolean;
  readonly lockedSeconds: number;
}

export function composeLockoutMail({ url, asksForPassword, lockedSeconds }: LockoutLink): MailText {
  const { lockoutSubject, lockoutWithPassword, lockoutWithoutPassword } = mailMessages;
  const values = {
    link: url,
    time: describeDuration(mailedLinkSeconds),
    lockedTime: describeDuration(lockedSeconds),
  };
  const body = t(asksForPassword ? lockoutWithPassword : lockoutWithoutPassword, values);
  return { subject: t(lockoutSubject), body };
}

/** What was changed in an account: an API token was created, a password set, Google added as a way to sign in. */
export type Notice = 'token' | 'password' | 'google';

/** Without a token's name: who registers a stranger's address could write to them by it. @param link to the account page */
export function composeNoticeMail(notice: Notice, link: string): MailText {
  return { subject: t(mailMessages[`${notice}Subject`]), body: t(mailMessages[notice], { link }) };
}

export function composeContactMail(
  written: Readonly<Record<'name' | 'email' | 'message', string>>,
): MailText {
  const { name } = written;
  return { subject: t(mailMessages.contactSubject, { name }), body: t(mailMessages.contact, written) };
}

/** A feedback form message; without an address it cannot be answered. */
export function composeFeedbackMail({ rating: stars, message, email }: FeedbackRequest): MailText {
  const rating =
    stars === undefined ? t(mailMessages.unrated) : t(mailMessages.rating, { rating: stars, most: maxStars });
  return {
    subject: t(mailMessages.feedbackSubject, { rating }),
    body:
      email === undefined
        ? t(mailMessages.feedbackWithoutAddress, { rating, message })
        : t(mailMessages.feedback, { rating, message, email }),
  };
}
