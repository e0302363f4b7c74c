import { defineMessages } from './message.ts';

/** What signed files say about themselves; readers of Content Credentials show it. */
export const manifestMessages = defineMessages('manifest', {
  narration: 'Narrated by a synthetic voice.',
  made: 'Made with {product}.',
  byAi: 'The text was written with AI.',
  translated: 'The text was translated by AI.',
  original: 'Original video',
});
