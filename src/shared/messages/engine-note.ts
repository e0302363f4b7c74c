import { defineMessages } from './message.ts';

/** Beside Generate Narration: which engine does what. */
export const engineNoteMessages = defineMessages('engineNote', {
  offline: 'Offline engine in use.',
  offlineVision: 'The offline engine analyses the video.',
  ignoresPrompt: 'It does not follow your prompt.',
  impaired: 'It recognises less than usual at the moment.',
  what: 'What is this?',
  noProvider: 'No AI provider is connected to this server.',
  recognises:
    'It recognises 80 kinds of objects, reads text in Latin letters, and measures light, colour and movement.',
  measures: 'It measures light, colour and movement.',
  writesAbout: 'The script is based on these, not on your prompt.',
  connectForPrompt:
    'For narrations that follow your prompt, the operator of this server can connect an AI provider or a local AI server.',
  connectForVision:
    'For a more detailed analysis, the operator of this server can connect an AI provider or a local AI server.',
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
