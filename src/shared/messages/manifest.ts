import { defineMessages } from './message.ts';

/** What signed files say about themselves; readers of Content Credentials show it. */
export const manifestMessages = defineMessages('manifest', {
  narration: 'Narrated by a synthetic voice.',
  description: 'Audio description by a synthetic voice.',
  narrationByPerson: 'Narrated by a synthetic voice. The text was written by a person.',
  descriptionByPerson: 'Audio description by a synthetic voice. The text was written by a person.',
  narrationByAi: 'Narrated by a synthetic voice. The text was written by AI.',
  descriptionByAi: 'Audio description by a synthetic voice. The text was written by AI.',
  narrationRecorded: 'Narrated by a recorded voice.',
  descriptionRecorded: 'Audio description by a recorded voice.',
  translated: 'The text was translated by AI.',
  edited: 'The text was edited by a person.',
  original: 'Original video',
});
