import { defineMessages } from './message.ts';

/** Reading a video, in the page and on the server. */
export const videoMessages = defineMessages('video', {
  unreadable:
    'This file could not be read as a video. Use a complete, unprotected MP4, MOV, WebM, Matroska or MPEG-TS file.',
  avi: 'This is an AVI file, which browsers cannot open. Convert it to MP4, or ask the operator of this server, whose command line can read it.',
  flv: 'This is a Flash video, which browsers cannot open. Convert it to MP4, or ask the operator of this server, whose command line can read it.',
  asf: 'This is a Windows Media file, which browsers cannot open. Convert it to MP4, or ask the operator of this server, whose command line can read it.',
  mpeg: 'This is an MPEG program stream, which browsers cannot open. Convert it to MP4, or ask the operator of this server, whose command line can read it.',
  tooManyTracks: 'This file has {count} tracks. The limit is {limit}.',
  tooLarge: 'This video has {width} × {height} pixels. The limit is 8K (7,680 × 4,320).',
  tooLong: 'This video is too long. The limit is {limit}.',
  noLength: 'The length of this video is missing from the file.',
  noFrames: 'No frames were found in this video. The file may be damaged or incomplete.',
  noneDecoded: 'No frame of this video could be decoded. The file may be damaged or incomplete.',
  indexTooLarge: 'The index of this video is too large.',
  wrongIndex: 'The index of this video does not match the file, which may be damaged.',
  editList:
    'This video has cuts or speed changes in an edit list, which is not supported. Export it as a new MP4 from a video editor.',
  noSuchAudioTrack: 'This video has no audio track {number}. Number of audio tracks: {count}.',
  unreadableAudioTrack: 'Audio track {number} of this video has a codec that cannot be decoded.',
});
