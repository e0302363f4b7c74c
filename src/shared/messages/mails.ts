import { defineMessages } from './message.ts';

/** Subjects and texts of all mails, each as a whole. */
export const mailMessages = defineMessages('mails', {
  resetSubject: 'Set a new password for Benshi',
  reset: `Hello,

someone asked for a new password for your Benshi account. If it was you, set it within {time}:

{link}

The link works once. Setting a password signs you out everywhere else and revokes your API
tokens.

If it was not you, ignore this email. Your password stays the same.
`,

  verificationSubject: 'Confirm your email address for Benshi',
  verification: `Hello,

someone registered at Benshi with this address. If it was you, confirm the address within {time}, in the browser
in which you are signed in:

{link}

If it was not you, ignore this email.
`,

  lockoutSubject: 'Failed sign-ins to your Benshi account',
  lockoutWithPassword: `Hello,

someone entered several wrong passwords for your Benshi account. Nobody got in. For up to {lockedTime}, your password
works only where you signed in before.

To sign in from elsewhere, set a new password within {time}:

{link}

The link works once. If it was not you who tried, you do not have to do anything.
`,
  lockoutWithoutPassword: `Hello,

someone entered several wrong passwords for your Benshi account. Nobody got in. For up to {lockedTime}, your password
works only where you signed in before.

To sign in from elsewhere, use this link within {time}. It needs no password:

{link}

The link works once. If it was not you who tried, you do not have to do anything.
`,

  tokenSubject: 'New API token for your Benshi account',
  token: `Hello,

an API token was created for your Benshi account. Programs that have it can use your account as far as the token
allows.

If it was not you, revoke the token, and check who else can sign in as you:

{link}
`,

  passwordSubject: 'New password for your Benshi account',
  password: `Hello,

a new password was set for your Benshi account. All other devices were signed out.

If this was not you, reset your password on the sign-in page. See what can access your account here:

{link}
`,

  signInSubject: 'Sign-in with {provider} for your Benshi account',
  signIn: `Hello,

the {provider} account with this address can now sign in to your Benshi account.

If this was not you, check who can use your {provider} account, and what can access your Benshi account:

{link}
`,

  invitationSubject: 'Your invitation to Benshi',
  invitation: `Hello,

you are invited to Benshi, which narrates videos. Create your account with this address within {time}:

{link}

The link works once. If you do not know what this is about, ignore this email.
`,

  contactSubject: 'Contact form: {name}',
  contact: `{name} <{email}> wrote in the contact form of Benshi. Reply to this email to answer.

{message}
`,

  rating: '{rating} of {most}',
  unrated: 'no rating',
  feedbackSubject: 'Feedback: {rating}',
  feedback: `<{email}> wrote in the feedback form of Benshi. Reply to this email to answer.

Rating: {rating}

{message}
`,
  feedbackWithoutAddress: `A visitor who left no address wrote in the feedback form of Benshi.

Rating: {rating}

{message}
`,
});
