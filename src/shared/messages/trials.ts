import type { engineMessages } from './engine-errors.ts';
import type { errorMessages } from './errors.ts';
import { defineMessages } from './message.ts';

/** What the trial of an AI found: in the set-up page and in a terminal. */
export const trialMessages = defineMessages('trials', {
  // It works.
  looks: 'It named the colour of a red image.',
  writes: 'It wrote a sentence in {language}.',
  speaks: '{voice} spoke a sentence: {seconds} s of sound.',
  hears: 'It understood a spoken sentence.',

  // It answers, but not well.
  looksWrong: 'It did not name the colour of a red image. Its answer: {answer}',
  writesAnother:
    'It wrote {language} instead of {wanted}. Narrations may be in the wrong language. Try a larger model.',
  silent: '{voice}: {seconds} s of sound, but silent.',
  tooShort: '{voice}: {seconds} s of sound, too short for the sentence.',
  tooLong: '{voice}: more than {seconds} s of sound for one sentence.',
  hearsWrong: 'It did not understand a spoken sentence. Its answer: {answer}',

  // A connection that fails.
  nameNotFound:
    'The address of {provider} is not found. Check it, and the internet connection of this machine. A proxy is not used.',
  nothingListens:
    'Nothing answers at the address of {provider}. If it is your own server, start it; otherwise check the address and the firewall.',
  notTrusted:
    'The connection to {provider} is not secure: its certificate is not trusted. Something between may replace it; NODE_EXTRA_CA_CERTS names what to trust.',
});

/** Whose message a failure can have. */
export type FailureName = keyof typeof engineMessages | keyof typeof errorMessages;

/**
 * What an engine's message for visitors, of the same name, means for whoever connects an AI. The provider may be a company, a host, or
 * `our own AI server`, so it begins no sentence.
 */
export const failureMessages = defineMessages('failures', {
  // The key and the account.
  keyRejected: 'This key does not work at {provider}. Copy it whole, or make a new one.',
  keyNotAllowed:
    'This key is not allowed to do this at {provider}. Check that it is whole, give it the right to, or look at your plan.',
  countryNotServed: 'This machine is in a country that {provider} does not serve. Connect another AI.',
  outOfCredit: 'The account at {provider} has no credit, or has reached its limit. Add credit, or raise it.',
  dailyLimit:
    'The account at {provider} has reached its daily limit. Try again tomorrow, or look at the plan.',
  dailyLimitFor:
    'The account at {provider} has reached its daily limit. Try again in {wait}, or look at the plan.',

  // The model.
  modelUnavailable: 'There is no model {model} at {provider} for this key. Choose another.',
  modelNotInPlan:
    'The plan of the account at {provider} does not include this model. Choose another model or plan.',
  modelLoading: 'The model is still being loaded at {provider}. Try again in a moment.',
  seesNoImages: 'This model at {provider} accepts no images. Choose one that does.',
  contextTooSmall:
    'The context of this model at {provider} is too small. Enlarge it, or choose another model.',
  outOfMemory: 'There is not enough memory at {provider} for this model. Choose a smaller one.',
  nothingWritten: 'This model at {provider} spent its limit on thinking and wrote nothing. Choose another.',
  requestRejected: 'The trial was refused by {provider}. Choose another model.',
  textRejected: 'The trial was refused by {provider}. Choose another model.',
  soundRejected: 'The trial was refused by {provider}. Choose another model.',
  content_refused: 'The trial was declined by {provider}. Choose another model.',

  // The way there.
  unreachable: 'The connection to {provider} fails. Check the network and the firewall of this machine.',
  connectionLost: 'The connection to {provider} was lost. Try again, and check the network of this machine.',
  wrongAddress: 'Something else answers at the address of {provider}. Check the address and its port.',
  provider_timeout: 'There was no answer from {provider} in time. Try again.',
  busyFor: 'The servers of {provider} are busy. Try again in {wait}.',
  provider_busy: 'The servers of {provider} are busy. Try again in {wait}.',
  provider_unavailable: 'There is a problem at {provider}. Try again later.',
  provider_garbage: 'The answer of {provider} cannot be used. Check the address and the model.',
} satisfies Partial<Record<FailureName, string>>);
