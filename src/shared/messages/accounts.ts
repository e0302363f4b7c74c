import { defineMessages } from './message.ts';

/** Sign-in, registration and passwords. */
export const accountMessages = defineMessages('accounts', {
  // Specification, to the letter.
  fullName: 'Full Name',
  email: 'E-mail Address',
  password: 'Password',
  forgotPassword: 'Forgot Password',
  loginWithGoogle: 'Login with Google',
  register: 'Register',
  registerWithGoogle: 'Register with Google',
  haveAccount: 'Already have an account? Login',
  enterName: 'Please enter name',
  sendReset: 'Send password reset email',
  resetSent: 'Password reset link sent!',

  noAccount: 'No account yet? <register>Register</register>',
  createAccount: 'Create an account',
  accountBenefits: 'A free account gives you more narrations a day and all {languages} languages.',

  resetPassword: 'Reset password',
  newPassword: 'New password',
  setPassword: 'Set new password',
  passwordSet: 'Your new password is set, and all your devices are signed out. <login>Log in</login>',
  resetLinkExpired:
    'This link no longer works. Links work once and expire after {time}. <reset>Request a new link</reset>',

  signIn: 'Sign in',
  signInLinkIntro: 'This link signs you in once, without a password.',
  signInLinkExpired:
    'This link no longer works. Links work once and expire after {time}. <login>Log in</login> on a device you used before, or <reset>reset your password</reset>.',

  passwordNeeds: 'Password requirements:',
  requirementMet: '<hidden>Met: </hidden>{requirement}',
  requirementMissing: '<hidden>Missing: </hidden>{requirement}',
  requirementMissingWhy: '<hidden>Missing: </hidden>{requirement} {reason}',

  linkExpired: 'This link no longer works.',
  signInFailed: 'Sign-in failed. Try again.',
  signInToVerify: 'This link belongs to another account. Log in to that account, then open the link again.',
  signOutToReset: 'You are signed in. To set a new password, log out first, then open the link again.',

  google: 'Google',
  loginWith: 'Sign in with {provider}',
  registerWith: 'Register with {provider}',
  loginWithAgain: 'Log in with {provider} again',
  providerWaiting: 'Waiting for the {provider} window. Click again to bring it to the front.',
  providerRefused: '{provider} sign-in was refused.',
  accountExists:
    'An account with this email address already exists. Sign in the way you did before, or ask who runs this server.',
  providerNoEmail: '{provider} did not share an email address. Allow access to it and try again.',
  providerFailed: '{provider} did not confirm who you are. Try again.',
  providerUnreachable: 'This server cannot reach {provider} at the moment. Try again later.',
  domainNotAllowed:
    'Your email address at {provider} is not of a domain that may sign in here. Ask who runs this server.',

  notInvited:
    'This server takes new accounts by invitation only, and the address at {provider} is not invited. Ask who runs this server.',
  signUpOff:
    'This server takes new accounts by invitation only. If you are invited, open the link of your invitation.',
  signUpOffWithProvider:
    'This server takes new accounts by invitation, or from {provider}. If you are invited, open the link of your invitation.',
  passwordsOff: 'Nobody signs in with a password on this server. <login>Log in</login>',
});
