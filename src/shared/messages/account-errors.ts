import { defineMessages } from './message.ts';

/** What the server says to who registers, signs in or changes an account. */
export const accountErrors = defineMessages('accountErrors', {
  noAddress: 'Enter an email address.',
  noPassword: 'Enter a password.',
  passwordFarTooLong: 'This password is far too long.',
  incompleteLink: 'This link is incomplete.',
  badLink: 'This link does not work.',
  pageAddressTooLong: 'This address is too long.',
  linkToOtherWebsite: 'This link would lead to another website.',
  resetLinkSent: 'If this address has an account, we sent it a link.',
  wrongPassword: 'The password is incorrect.',
  hasNoPassword: 'This account has no password yet. Use “Forgot Password” to get a link to set one.',
  alreadyConfirmed: 'Your email address is already confirmed.',
  noProfile: 'This account has no profile.',
  deleted: 'This account was deleted.',
  noAccountNamed: 'Enter the ID of the account.',
  noSuchAccount: 'There is no such account.',
  otherAccount: 'A different account is signed in now. Reload the page.',
  passwordForDeletion: 'Enter your password to delete your account.',
  signUpOff: 'This server takes no new accounts, except by invitation.',
  badInvitation:
    'This invitation does not work. Invitations work once, for {time}, and only with the address that was invited.',
  passwordsOff: 'Nobody signs in with a password on this server.',
  signInForDeletion: 'Log in again, then delete your account within {time}.',
});

/** Why a new password is refused. */
export const newPasswordErrors = defineMessages('newPassword', {
  tooShort: 'Choose a password of at least {limit} characters.',
  tooLong: 'Choose a password of at most {limit} characters.',
  common: 'This is one of the most common passwords. Choose another one.',
  similarToCommon: 'This is very similar to one of the most common passwords. Choose another one.',
  own: 'Your name, your email address and the name of this product are easy to guess. Choose another password.',
  dates: 'Dates and years are easy to guess. Choose another password.',
  keyboardRow: 'Keys next to each other are easy to guess. Choose another password.',
  repeatedCharacters: 'Repeated characters such as “aaa” are easy to guess. Choose another password.',
  repeatedParts: 'Repetitions such as “abcabcabc” are easy to guess. Choose another password.',
  sequences: 'Sequences such as “abcd” or “4321” are easy to guess. Choose another password.',
  guessable: 'This password is easy to guess. Add a few more words.',
});
