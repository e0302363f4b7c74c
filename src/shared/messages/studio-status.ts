import { defineMessages } from './message.ts';

/** The state of the studio: under the bar and in the tab. */
export const studioStatusMessages = defineMessages('studioStatus', {
  addAll: 'Add a video, a prompt and a voice to start.',
  addVideoAndPrompt: 'Add a video and a prompt to start.',
  addVideoAndVoice: 'Add a video and a voice to start.',
  addVideo: 'Add a video to start.',
  addPromptAndVoice: 'Add a prompt and a voice to start.',
  addPrompt: 'Add a prompt to start.',
  addVoice: 'Select a voice to start.',
  ready: 'Ready to start.',

  progress: 'Progress',
  percentOf: '{percent}% · {what}',
  stop: 'Stop',

  nothingWritten: 'The script is empty. Try another prompt.',
  nothingKnown: 'Nothing was recognised reliably. Write the script yourself, scene by scene.',
  writeLines: 'Write a line for each scene, then generate the audio.',
  scriptReady: 'Your script is ready. Edit it or generate the audio.',
  audioReady: 'Your narration is ready. Play or download it.',
  changed: 'The script has changed. Generate the audio when you are done.',
  linesNeedAudio: { one: '{count} line needs audio.', other: '{count} lines need audio.' },
  failed: 'Something went wrong. Nothing was lost.',
  cancelled: 'Stopped.',

  words: { one: '{count} word', other: '{count} words' },
  characters: { one: '{count} character', other: '{count} characters' },
  speechLength: 'about {duration} spoken',
  videoLength: 'video {duration}',

  doneTitle: '✓ {name}',
  failedTitle: 'Failed · {name}',
  leave: 'Leave this page? Work in progress will be cancelled.',
});
