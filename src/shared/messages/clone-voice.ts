import { defineMessages } from './message.ts';

/** Cloning a voice: the page's dialog, and what the server says of its form. */
export const cloneMessages = defineMessages('cloneVoice', {
  title: 'Add your voice',
  how: 'One or two minutes of clear speech in one style, without noise, echo or music, are best. The recordings go to {provider}; this server keeps nothing of them. The voice is added to this server’s account there: everybody with its premium plan can speak with it, until its operator deletes it.',
  name: 'Name of the voice',
  samples: 'Recordings',
  samplesHint:
    'Up to {count} sound files of {limit} together: MP3, WAV, M4A, Ogg, WebM or FLAC, of one person only.',
  consent:
    'This is my own voice, or I have this person’s permission to clone it. I have all rights and consents that uploading and cloning these recordings needs. I will not use the voice for anything illegal, fraudulent or harmful, and I keep to the terms and the privacy policy of {provider}.',
  add: 'Add voice',
  adding: 'The voice is being made…',

  noName: 'Name the voice.',
  nameTooLong: 'The name of a voice has at most {limit} characters.',
  noSamples: 'Choose a recording of the voice.',
  tooManySamples: 'Choose at most {count} recordings.',
  samplesTooLarge: 'The recordings have more than {limit} together.',
  notSound: 'Recording {number} is no MP3, WAV, M4A, Ogg, WebM or FLAC file.',
  noConsent: 'A voice can only be cloned with consent: tick the box.',
  notCloned: 'This provider does not clone voices.',
  premiumOnly: 'Voices can be added with the premium plan.',
});
