import { defineMessages } from './message.ts';

/** Which AI provider gets what of a visitor. */
export const recipientMessages = defineMessages('recipients', {
  noProvider: 'No AI provider is connected, so nothing is passed on.',
  visionGets: '{name} gets the frames and your prompt to analyse the video.',
  scriptGets: '{name} gets the analysis, your prompt and, to shorten or lengthen it, the script.',
  speechGets: '{name} gets the script to speak it.',
  mayGet: '{names} may get the script if you try another voice provider.',
  mayGetLanguages:
    '{names} may get the script if {name} does not support the language, or if you try another voice provider.',
});
