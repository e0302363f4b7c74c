import { defineMessages } from './message.ts';

/** What goes wrong at an AI provider, or in the offline engine. */
export const engineMessages = defineMessages('engines', {
  // The connection.
  unreachable: 'The AI provider could not be reached. Try again later.',
  connectionLost: 'The connection to the AI provider was lost. Try again.',
  wrongAddress: 'The address set for the AI provider belongs to another kind of server.',
  busyFor: 'The AI provider is busy. Try again in {wait}.',
  modelLoading: 'The AI provider is still loading its model. Try again in a moment.',

  // The account at the provider.
  keyRejected: 'The AI provider rejected this server’s key.',
  keyNotAllowed: 'The AI provider does not let this server’s key do this.',
  keyOfAnother: 'This server’s key belongs to another AI provider.',
  countryNotServed: 'The AI provider is not available in this server’s country.',
  outOfCredit: 'This server has reached its AI spending limit.',
  dailyLimit: 'This server has reached its daily limit at the AI provider. Try again tomorrow.',
  dailyLimitFor: 'This server has reached its daily limit at the AI provider. Try again in {wait}.',

  // The model.
  modelUnavailable: 'The AI provider does not offer the model that this server uses.',
  modelNotInPlan: 'This server’s plan at the AI provider does not include its model.',
  modelMissing: 'There is no model {model} at {provider}, and no suitable replacement.',
  modelMissingAmong: 'There is no model {model} at {provider}. Available: {others}.',
  modelMissingAmongMore: 'There is no model {model} at {provider}. Available: {others}, and {more} more.',
  modelsNotListed: 'There is no list of models at {provider}.',
  modelsUnknown: 'There is no model at {provider} that Benshi supports.',
  tooManyModels: 'There are {count} models at {provider}, too many to choose from.',
  noVisionModel: 'There is no vision model at {provider}.',
  noScriptModel: 'There is no model at {provider} that can write.',
  noChatModel: 'There is no model at {provider} that can see images and write.',
  noSpeechModel: 'There is no model at {provider} that can speak.',
  noTranscriptionModel: 'There is no model at {provider} that can transcribe.',
  modelSeesNoImages: 'The model {model} at {provider} does not accept images.',
  seesNoImages: 'This server’s AI model does not accept images.',
  contextTooSmall: 'This is too long for this server’s AI model.',
  tooManyFrames: 'This server’s AI model cannot analyse this many frames at once.',
  outOfMemory: 'The AI provider does not have enough memory for its model.',

  // A model that this server runs itself.
  localModelMissing: 'The files of the AI on this server are missing or incomplete.',
  localModelTooLarge: 'The AI model {model} needs {needed} of free memory; this server has {free}.',
  localModelNotLoaded: 'The AI model {model} could not be loaded.',
  localAiNotRunning: 'The AI on this server does not run on its system.',
  localAiStopped: 'The AI on this server stopped unexpectedly. Try again.',

  // The answer.
  requestRejected: 'The AI provider rejected this request. Try another prompt.',
  answerCut: 'The AI provider’s answer was cut off. Try again.',
  nothingWritten: 'The AI model reached its length limit before it wrote anything. Try again.',
  thoughtsInScript: 'The AI model mixed its reasoning into the script. Try again.',
  framesSkipped: 'The AI provider skipped some frames. Try again.',
  textTooLong: 'This text is too long for the AI provider. Try a shorter one.',
  textRejected: 'The AI provider rejected this text. Try another voice or a shorter text.',
  soundRejected: 'The AI provider rejected this sound.',
  textSkipped: 'The AI provider skipped part of this text. Try again, or choose another voice.',
  noSound: 'The AI provider returned no sound. Try again, or choose another voice.',
  silentSound: 'The voice did not say this: “{text}” Try again, or choose another voice.',
  otherSound:
    'The AI provider sent {format} sound, which cannot be read here. It has to send mp3, WAV or PCM.',
  textForSound: 'The AI provider sent a text instead of sound. Try again later.',
  readingDiffers: 'The voice did not say this sentence as written: “{sentence}” Try again, or reword it.',

  // Voices and languages.
  languageNotSpoken: 'The AI provider does not speak this language. Choose another.',
  languageWithoutVoice: 'The AI server has no voice for {language}. Choose another language.',
  languageNotHeard: 'The AI on this server does not transcribe {language}.',
  voiceMissing: 'The voice {voice} is not in this server’s account at the AI provider. Choose another voice.',

  // The offline engine.
  languageMismatch:
    'The {language} voice cannot read most of this text. Choose the language the text is written in.',
  speechTooSlow: 'The speech took too long and was stopped. Try again.',
  speechFailed: 'The speech failed. Try again.',
  notAnAnalysis: 'This analysis describes no frames. Analyse the video again.',
  objectsNotRecognised: 'Objects in the video are not recognised.',
  textNotRecognised: 'Text in the video is not recognised.',
  textDataMissing: 'Text in these languages is not recognised: {languages}. Run: npm install {packages}',
});
