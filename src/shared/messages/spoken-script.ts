import { defineMessages } from './message.ts';

/** What comes with the first video or recording: the preview, the recording and its downloads. */
export const spokenScriptMessages = defineMessages('spokenScript', {
  preview: 'Preview of {name}',
  unplayable: 'This browser cannot play this video, but it can still be narrated.',
  pauses: {
    one: 'The video pauses once, for {duration}.',
    other: 'The video pauses {count} times, for {duration} in total.',
  },
  leftOut: {
    one: '{count} line is left out so that it does not cover speech.',
    other: '{count} lines are left out so that they do not cover speech.',
  },
  tooLong: {
    one: '{count} line is too long and delays the lines after it.',
    other: '{count} lines are too long and delay the lines after them.',
  },
  fitLines: 'Shorten to fit',
  versionBeforeFit: 'Before shortening',
  leftAlone: {
    one: '{count} line was edited meanwhile and stays as it is.',
    other: '{count} lines were edited meanwhile and stay as they are.',
  },
  unspoken: 'Line {line}: {reason}',
  spokenBy: 'Spoken by {name}.',
  spokenOffline: 'Spoken by an offline voice.',
  download: 'Download Audio',
  moreFormats: 'More formats',
  wav: 'Audio (WAV)',
  script: 'Script (text)',
  timedScript: 'Timed script (text)',
  srt: 'Subtitles (SRT)',
  vtt: 'Subtitles (WebVTT)',
  descriptions: 'Descriptions (WebVTT)',
  report: 'WCAG report (text)',
  editors: 'For video editors (zip)',
  making: 'Preparing {name}…',
  made: 'Downloaded {name}.',
  makeVideo: 'Make the video',
  moreDownloads: 'More downloads',
  downloadFile: 'Download {name}',
  copyScript: 'Copy script',
  copied: 'Copied.',
  copyRefused: 'This browser blocks copying. Select the script and copy it yourself.',
  downloadScript: 'Download script (.txt)',
  changingSpeed: 'Changing the speed: {percent}%',
});
