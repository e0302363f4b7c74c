import { defineMessages } from './message.ts';

/** The samples of voices. Fetched with the lists that have them. */
export const voiceSamplesMessages = defineMessages('voiceSamples', {
  play: 'Play {voice}', // specification
  pause: 'Pause {voice}', // specification
  failed: 'The sample of {voice} could not be played. Try again.',
});
