import { describe, expect, test } from 'vitest';
import * as mailTexts from './mails.ts';

/** RFC 5322, 2.1.1. */
const longestLine = 998;
const link = 'https://narrate.example.org/reset?token=abc';

/** An example of each mail; a missing one does not compile. */
type Mail =
  | Extract<keyof typeof mailTexts, `compose${string}`>
  | Parameters<typeof mailTexts.composeLinkMail>[0];
const mails: Readonly<Record<Exclude<Mail, 'composeLinkMail'>, mailTexts.MailText>> = {
  reset: mailTexts.composeLinkMail('reset', link),
  verification: mailTexts.composeLinkMail('verification', link),
  composeLockoutMail: mailTexts.composeLockoutMail({ url: link, asksForPassword: false, lockedSeconds: 900 }),
  composeNoticeMail: mailTexts.composeNoticeMail({ what: 'signIn', provider: 'Google' }, link),
  invitation: mailTexts.composeLinkMail('invitation', link),
  composeContactMail: mailTexts.composeContactMail({
    name: 'Ada',
    email: 'ada@example.org',
    message: 'Hello.',
  }),
  composeFeedbackMail: mailTexts.composeFeedbackMail({ rating: 5, message: 'Lovely.' }),
};

describe.each(Object.entries(mails))('%s', (_, { subject, body }) => {
  test('has a subject of one short line', () => {
    expect(subject).toMatch(/^[A-Z][^\r\n]{5,70}$/u);
  });

  test('is plain text in lines that every mail server accepts, and names the product', () => {
    expect(body).not.toMatch(/<\/?[a-z]+>/u);
    expect(body).toContain('Benshi');
    expect(body.endsWith('\n')).toBe(true);
    for (const line of body.split('\n')) expect(line.length).toBeLessThanOrEqual(longestLine);
  });
});
