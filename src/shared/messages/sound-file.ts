import { defineMessages } from './message.ts';

/** Sound files of the user's own: music and recordings. */
export const soundFileMessages = defineMessages('soundFile', {
  unreadable: 'This file could not be read as sound. Use an mp3, M4A, WAV, FLAC, Ogg or WebM file.',
  codec:
    'The sound in this file is {codec}, which cannot be decoded here. Use an mp3, AAC (M4A), WAV, FLAC, Ogg or WebM file.',
  silent: 'There is no sound in this file.',
});
