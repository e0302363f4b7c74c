import { defineMessages } from './message.ts';

/** Writing a video with its narration, in the page and on the command line. */
export const videoOutputMessages = defineMessages('videoOutput', {
  soundUnreadableKept:
    'The sound of this video cannot be decoded, so it cannot be mixed with the voice. You can keep it and add the narration as a second track.',
  soundUnreadable:
    'The sound of this video cannot be decoded, so it cannot be mixed with the voice. You can make a video with the voice only.',
  narration: 'Narration',
  description: 'Audio description',
  descriptionIn: 'Audio description ({language})',
  spokenSubtitles: 'Spoken subtitles ({language})',
  noSound: 'This video has no sound. Choose the voice only.',
  omitted: 'The new video does not include: {parts}.',
  captions: 'captions',
  timecode: 'timecode',
  secondVideo: 'second video track',
  attachments: 'attached files, such as fonts',
  credentials: 'signed Content Credentials (C2PA)',
  timesGoBack:
    'The timestamps in this video go backwards, as in joined recordings. Convert it to a new MP4 first.',
  soundFailed: 'The audio could not be created. Try again.',
  diskFull: 'There is not enough free space for the video. Free some space and try again.',
  changed: 'The video was changed, moved or deleted while it was read. Choose it again.',
});
