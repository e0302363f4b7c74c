import { defineMessages } from './message.ts';

/** What is said in a video: whether it may be transcribed, and its transcript. Fetched with the first video. */
export const transcriptPanelMessages = defineMessages('transcriptPanel', {
  use: 'Use the video’s dialogue',
  goesTo:
    'The sound of your video goes to {name}; the picture does not. The AI that looks at the frames and writes the script gets the transcript.',
  staysOnServer:
    'The sound of your video is transcribed on this server. The AI that looks at the frames and writes the script gets the transcript.',
  isUsed: 'The script uses the video’s dialogue. The AI that looks at the frames gets it, too.',
  fromSubtitles: 'From the subtitles “{name}”.',
  transcribedBy: 'Transcribed by {name}.',

  transcript: 'Transcript',
  none: 'No transcript yet. To add one, choose the video together with its subtitles (.srt or .vtt).',
  transcribe: 'Transcribe',
  undecodable:
    'This browser cannot decode the sound of this video. Add its subtitles together with the video.',
  noSpeech: 'No speech found.',
  writtenWithout: 'The script was written without the video’s dialogue. {reason}',
  remove: 'Remove transcript',
  undoRemoval: 'Undo removal',
  speakers: 'Speakers',
  speakerName: 'Name of {name}',
  playFrom: 'Play from {time}',
  saidAt: 'Said at {time}',
  soundAt: 'Sound at {time}',
  isUnsure: 'Low confidence',
  addAsLine: 'Add as line',
  addAsLineAt: 'Add as line at {time}',
  speech: 'Speech',
  spokenSubtitles: 'Spoken subtitles',
  speakSubtitles: 'Make spoken subtitles',
  makeSubtitles: 'Make subtitles',
  makeSubtitlesHint: 'Turns the dialogue into lines, to translate and to use as subtitles or a voice-over.',
  speakSubtitlesHint: 'Reads the subtitles aloud, word for word, for people who cannot read them.',
});
