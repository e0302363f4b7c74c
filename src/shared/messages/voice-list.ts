import { defineMessages } from './message.ts';

/** The list of voices. Fetched when it is first opened. */
export const voiceListMessages = defineMessages('voiceList', {
  title: 'Choose a voice',
  search: 'Search by name, tag or language',
  filters: 'Filter by tag',
  accent: 'Accent',
  age: 'Age',
  gender: 'Gender',
  mood: 'Mood',
  use: 'Use',
  style: 'Style',
  provider: 'Provider',
  languageOnly: 'Only {language}',
  voices: { one: '{count} voice', other: '{count} voices' },
  noVoice: 'No matching voices',
  showAll: 'Show all voices',
  sharedStandard: {
    one: 'All {names} standard voices sound the same: {speaker} has only one voice.',
    other: 'The {names} standard voices share {count} different voices of {speaker}.',
  },
  sharedPremium: {
    one: 'All {names} premium voices sound the same: {speaker} has only one voice.',
    other: 'The {names} premium voices share {count} different voices of {speaker}.',
  },
  grid: 'Voices',
  spokenBy: 'Spoken by {speaker}',
  selected: 'selected',
  favourites: 'Favourites',
  recent: 'Recently used',
  favourite: 'Favourite: {voice}',
  ownVoices: 'Voices of {provider}',
  otherLanguage: 'not made for {language}',
  moreLanguages: '{languages} and {count} more',
  useBlend: 'Use {voice}',
  listFailed: '{provider} did not list its voices: {message}',
  ownFailed: 'The voices of the providers could not be loaded.',
});
