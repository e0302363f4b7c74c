import { defineMessages } from './message.ts';

/** Which AI provider gets what of a visitor. */
export const recipientMessages = defineMessages('recipients', {
  noProvider: 'No AI provider is connected, so nothing is passed on.',
  visionGets:
    'The frames, your prompt, the video’s title, the names you confirmed and, if you use the dialogue, what is said near the frames go to {name} to be analysed.',
  scriptGets:
    'The analysis, your prompt, the names you confirmed and, if you use the dialogue, what is said go to {name} to write the script, and the script to shorten or lengthen it.',
  transcriptionGets: 'If you have the speech of the video transcribed, its sound goes to {name}.',
  speechGets: 'The script goes to {name} to be spoken.',
  mayGet: 'If you try another voice provider, the script also goes to {names}.',
  mayGetLanguages:
    'If {name} does not support the language, or you try another voice provider, the script also goes to {names}.',
});
