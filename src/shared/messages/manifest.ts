import { defineMessages } from './message.ts';

/** What signed files say about themselves; readers of Content Credentials show it. */
export const manifestMessages = defineMessages('manifest', {
  narration: 'Narrated by a synthetic voice.',
  description: 'Audio description by a synthetic voice.',
  made: 'Made with {product}.',
  byPerson: 'The text was written by a person.',
  byAi: 'The text was written with AI.',
  translated: 'The text was translated by AI.',
  edited: 'The text was edited by a person.',
  original: 'Original video',
});
