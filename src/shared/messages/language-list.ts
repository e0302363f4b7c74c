import { defineMessages } from './message.ts';

/** The list of languages, and what is said of a language in it and in the list of voices. Fetched with them. */
export const languageListMessages = defineMessages('languageList', {
  title: 'Choose a language',
  search: 'Search by name or code',
  languages: { one: '{count} language', other: '{count} languages' },
  noLanguage: 'No matching languages',
  list: 'Languages',

  // Behind a language.
  spokenBy: 'spoken by {speaker}',
  spokenByWith: 'spoken by {speaker} with the {spokenAs} voice',
  spokenByOffline: 'spoken by an offline {spokenAs} voice',
  spokenWith: 'spoken with the {spokenAs} voice', // specification
  notListed: 'not listed by {provider}',
});
