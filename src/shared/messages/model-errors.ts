import { defineMessages } from './message.ts';

/** Why a free model is not downloaded or deleted as asked. */
export const modelErrors = defineMessages('modelErrors', {
  unknown: 'There is no model with this name.',
  needsConsent: '{title} has conditions of use. Read its licence and accept it first.',
  failed: 'This failed; the log of the server says why. What has arrived is kept. Try again.',
  installed: '{title} is already installed.',
});
