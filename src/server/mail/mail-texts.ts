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

somebody, hopefully you, asked for a new password for your account at Benshi. Choose it here, within one hour:

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

somebody, hopefully you, registered at Benshi with this address. Confirm that it is yours, within one day, in the browser
in which you are signed in:

${link}

If it was not you, do nothing: nobody gets anything that is yours.
`,
  };
}
