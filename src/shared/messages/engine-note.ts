import { defineMessages } from './message.ts';

/** Beside Generate Narration: which engine does what. */
export const engineNoteMessages = defineMessages('engineNote', {
  offline: 'No AI is connected.',
  offlineVision: 'No AI is connected to analyse the video.',
  recognises: 'Benshi names 80 kinds of objects and reads text in Latin letters.',
  impaired: 'Benshi recognises less than usual at the moment.',
  ignoresPrompt: 'It does not follow your prompt.',
  emptyLines: 'Nothing was recognised reliably, so the lines are empty.',
  nothingKnown: 'Nothing was recognised reliably.',
  onlyNames: 'Without an AI, Benshi only names what it recognises.',
  connectAi: 'Connect an AI or download a free one',
  askForAi: 'Ask who runs this server to connect an AI.',
  ways: 'For a better narration',
  writeYourself: 'Write it yourself, scene by scene.',
  visionAndScript: 'Video analysis and script by {name}.',
  visionThenScript: 'Video analysis by {vision}, script by {script}.',
  script: 'Script by {name}.',
  speech: 'Speech by {name}.',
  speechAs: 'Speech by {name}, voice {ownVoice}.',
  speechFor: 'Speech by {name} instead of {voice}.',
  speechForAs: 'Speech by {name}, voice {ownVoice}, instead of {voice}.',
  offlineSpeech: 'Speech by an offline voice.',
  offlineSpeechFor: 'Speech by an offline voice instead of {voice}.',
  check: 'Check the script before you use it.',
});
