import { spellDuration } from '#shared/describe-duration.ts';
import { mailedLinkSeconds, mostStars, verificationLinkSeconds } from '#shared/limits.ts';

/** What our mails say: plain text, one link, and what to do when somebody else asked for it. */
export interface MailText {
  readonly subject: string;
  readonly body: string;
}

/** @param link leads to the page for a new password */
export function composeResetMail(link: string): MailText {
  return {
    subject: 'Your new password for Benshi',
    body: `Hello,

somebody, hopefully you, asked for a new password for your account at Benshi. Choose it here, within ${spellDuration(mailedLinkSeconds)}:

${link}

The link works once, and choosing a password signs you out everywhere else. If it was not you, do nothing: your password
stays as it is.
`,
  };
}

/** @param link confirms the address */
export function composeVerificationMail(link: string): MailText {
  return {
    subject: 'Please confirm your e-mail address for Benshi',
    body: `Hello,

somebody, hopefully you, registered at Benshi with this address. Confirm that it is yours, within ${spellDuration(verificationLinkSeconds)}, in the browser
in which you are signed in:

${link}

If it was not you, do nothing: nobody gets anything that is yours.
`,
  };
}

/** @param link lets the owner in, or first asks for a new password */
export function composeLockoutMail({ url, asksForPassword, lockedSeconds }: WayIn): MailText {
  const time = spellDuration(mailedLinkSeconds);
  const offer = asksForPassword
    ? `choose a new password here, within ${time}:`
    : `use this link, within ${time}; it needs no password:`;
  return {
    subject: 'Wrong passwords at your account at Benshi',
    body: `Hello,

somebody tried several wrong passwords at your account at Benshi. Nobody got in. For at most ${spellDuration(lockedSeconds)} we take
no password for it any more, except where you signed in before.

If it was you, or you want to get in from elsewhere, ${offer}

${url}

The link works once. If it was not you, you need not do anything: such tries are warded off without you.
`,
  };
}

interface WayIn {
  readonly url: string;
  readonly asksForPassword: boolean;
  readonly lockedSeconds: number;
}

/** What somebody wrote in the contact form, for whoever runs this server. */
export function composeContactMail({ name, email, message }: WrittenMessage): MailText {
  return {
    subject: `Contact form: ${name}`,
    body: `${name} <${email}> wrote in the contact form of Benshi. An answer to this mail goes there.

${message}
`,
  };
}

interface WrittenMessage {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/** What somebody thinks of the product. Without an address there is nobody to answer to. */
export function composeFeedbackMail({ rating, message, email }: WrittenFeedback): MailText {
  const stars = rating === undefined ? 'no rating' : `${rating} of ${mostStars}`;
  const writer =
    email === undefined ? 'Somebody who left no address' : `<${email}>, to whom an answer to this mail goes,`;
  return {
    subject: `Feedback: ${stars}`,
    body: `${writer} wrote in the feedback form of Benshi.

Rating: ${stars}

${message}
`,
  };
}

interface WrittenFeedback {
  readonly rating?: number | undefined;
  readonly message: string;
  readonly email?: string | undefined;
}
