import { defineMessages } from './message.ts';

/** Both dashboards, beside the studio. */
export const dashboardMessages = defineMessages('dashboard', {
  account: 'Account',
  logout: 'Logout', // specification
  premiumTitle: 'Premium dashboard',
  welcome: 'Welcome',
  welcomeName: 'Welcome, {name}',
  premiumWelcome: 'Welcome. Only premium users see this screen.',
  premiumWelcomeName: 'Welcome, {name}. Only premium users see this screen.',
  intro:
    'Upload a video and describe the narration you want. Benshi writes a script in one of {languages} languages. Edit it, then turn it into speech.',
  getPremium: 'Get the premium plan',
  noProfile: 'An error occured while fetching user data', // specification

  videoPromise: 'Your video is deleted after processing and never stored.',
  estimate: 'Estimated AI cost: {amount}.',
  lastCost: 'Last time: {amount}.',
  costIncomplete: 'Some prices are unknown, so the real cost may be higher.',

  signInAgain: 'Log in again',
  signedOut: 'You were signed out. Your script is still here.',
  signedOutTryAgain: 'You were signed out. Log in and try again. Your work is still here.',

  premiumPlan: 'Premium plan',
  confirmForPremium: 'Confirm your email address to use your premium plan.',
  openVerification: 'Open the link in the email we sent to {email}, then come back to this page.',
  resendVerification: 'Resend email',
  verificationSent: 'Email sent. It may take a minute to arrive.',
});
