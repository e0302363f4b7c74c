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
  connectAi: 'For a narration that tells what happens, connect an AI: see docs/guides/connect-an-ai.md.',
  askForAi: 'For a narration that tells what happens, ask the operator of this server to connect an AI.',
  ways: 'For a better narration',
  writeYourself: 'Write it yourself, scene by scene.',
  getModels: 'Get an AI for this machine: <code>npm run models -- get standard</code>. Then restart Benshi.',
  getModelFor:
    '{program} has no model that sees pictures. Get one: <code>{command}</code>. Then restart Benshi.',
  connect: 'Connect an AI with a key or your own server: <code>docs/guides/connect-an-ai.md</code>.',
  askOperator: 'Ask the operator of this server to connect an AI.',
  foundServers: 'Found on this machine: {names}. To turn this off, start Benshi with LOCAL_AI_PORTS=none.',
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
