import { defineMessages } from './message.ts';

/** The fields for language and voice, and the samples of the free page. Of the first load. */
export const voicesMessages = defineMessages('voices', {
  language: 'Language', // specification
  voice: 'Voice', // specification
  selectVoice: 'Select a voice', // specification
  samples: 'Listen to the voices',
  betterVoices: 'Better voices are available in a pricing plan.', // specification
  /** As a name, in the middle of a sentence. */
  offlineVoice: 'an offline voice',
});
