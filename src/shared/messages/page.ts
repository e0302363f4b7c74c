import { defineMessages } from './message.ts';

/** What comes with the first load: head and foot of every page, sign-in, errors. */
export const pageMessages = defineMessages('page', {
  documentTitle: '{title} · Benshi',
  skipToMain: 'Skip to main content',
  useDarkColours: 'Switch to dark colours',
  useLightColours: 'Switch to light colours',
  dashboard: 'Dashboard',

  signIn: 'Sign in / Sign up', // specification
  login: 'Login', // specification
  signInForDashboard: 'Log in to open your dashboard.',
  signInToShare: 'Log in to share your narration.',

  siteNavigation: 'Site',
  home: 'Home',
  plans: 'Plans',
  contact: 'Contact',
  privacy: 'Privacy',
  licence: 'Free software under the AGPL-3.0.',
  sourceCode: 'Source code',

  step: 'Step {number}:',
  loading: 'Loading...', // specification
  close: 'Close',
  closePanel: 'Close panel',
  tryAgain: 'Try again',
  reload: 'Reload page',

  giveFeedback: 'Give feedback',

  unexpectedError: 'Unexpected Application Error!', // specification
  noSuchPage: 'There is no page at this address. Check it for typos.',
  goHome: 'Go to home page',
  pageFailed: 'Something went wrong on this page. Reload it and try again.',
  serverUnreachable: 'The server could not be reached. Check your connection and try again.',
  answerUnknown: 'The server’s answer could not be read. Reload the page and try again.',
  chunkFailed: 'Loading chunk "{name}" failed (it could not be fetched).', // specification
  chunkTooLate: 'Loading chunk "{name}" failed (it did not arrive within {seconds} seconds).', // specification
  reloadAdvice: 'Reload the page. Your prompt and script are kept.',
});
