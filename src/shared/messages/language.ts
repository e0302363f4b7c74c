import { defineMessages } from './message.ts';

/** Below the language field. Fetched once it is known who speaks. */
export const languageMessages = defineMessages('language', {
  spokenByOther: '{language} is not in the list of languages of {provider}. It is spoken by {speaker}.',
  notListed:
    '{language} is not in the list of languages of {provider}. It may be mispronounced or sound foreign.',
  noOwnVoice: '{language} has no voice of its own here. It is spoken with the {spokenAs} voice.',
  unknown: 'The languages of {speaker} are not known. Listen to a sample first.',
  /** As a name, in the middle of a sentence. */
  anotherServer: 'another server',
});
