import { defineMessages } from './message.ts';

/** How a narration was made: at the player, and in every file. */
export const markMessages = defineMessages('marks', {
  narration: 'Narration: synthetic voice, {voices}.',
  description: 'Audio description: synthetic voice, {voices}.',
  narrationBoth: 'Narration: synthetic voice, {voices}; recorded voice.',
  descriptionBoth: 'Audio description: synthetic voice, {voices}; recorded voice.',
  narrationRecorded: 'Narration: recorded voice.',
  descriptionRecorded: 'Audio description: recorded voice.',
  voice: '{voice} by {provider}',
  voiceOfModel: '{voice} by {provider} ({model})',
  writer: '{provider} ({model})',
  textByPerson: 'Text: written by a person.',
  textByAi: 'Text: written by {writer}.',
  textByBoth: 'Text: written by {writer}, edited by a person.',
  transcript: 'Transcript: written by {writer}.',
  transcriptByBoth: 'Transcript: written by {writer}, edited by a person.',
  textTranslated: 'Text: translated by {writer}.',
  textTranslatedAndEdited: 'Text: translated by {writer}, edited by a person.',
  voiceAndText: 'Voice and text',
  sayIt: 'Listeners do not see this. Add a sentence that says the voice is synthetic:',
  sayAtStart: 'Say it at the start',
  sayAtEnd: 'Say it at the end',
  isSaid: 'The narration has a line that says so. Generate the audio to hear it.',
  noTime: 'There is no time for it. Shorten or move a line first.',
});
