import { defineMessages } from './message.ts';

/** Above the lines of a timed script. */
export const timedScriptMessages = defineMessages('timedScript', {
  showLines: 'Show as lines',
  showText: 'Show as plain text',
});
