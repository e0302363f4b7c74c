import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { studioStatusMessages as messages } from '#shared/messages/studio-status.ts';
import { readMarkedLine } from '#shared/narration/timed-text.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import type { NarrationState } from './narration-state.ts';

/** What is still missing before a script can be written. */
export interface Missing {
  readonly video: boolean;
  readonly prompt: boolean;
  readonly voice: boolean;
}

/** The line under the bar while nothing is worked on: what is missing, or what to do next. */
export function describeState(state: NarrationState, missing: Missing): string {
  switch (state.phase) {
    case 'script ready':
      if (state.script === '') return t(messages.nothingWritten);
      return t(hasOnlyTimes(state.script) ? messages.writeLines : messages.scriptReady);
    case 'audio ready':
      return t(messages.audioReady);
    case 'changed':
      return t(messages.changed);
    case 'failed':
      return t(messages.failed);
    case 'cancelled':
      return t(messages.cancelled);
    default:
      return describeMissing(missing) ?? t(messages.ready);
  }
}

/** Of scenes that nobody has written a line for yet. */
function hasOnlyTimes(script: string): boolean {
  return script.split('\n').every(line => readMarkedLine(line)?.text === '');
}

const noneMissing: Missing = { video: false, prompt: false, voice: false };

/** The same for screen readers, to whom a field says itself that it is empty. */
export function announceState(state: NarrationState): string {
  return state.phase === 'idle' ? '' : describeState(state, noneMissing);
}

/** A text's length in words, or in characters where words are not spaced. */
export function describeLength(
  text: string,
  language: LanguageName = 'English',
  { words, characters }: Record<'words' | 'characters', Message<'count'>>,
): string {
  const facts = getLanguage(language);
  const message = facts.speakingRate.unit === 'words' ? words : characters;
  return t(message, { count: countSpokenUnits(facts, text) });
}

/** Why no other script can be written, where the line under the bar is about something else; else undefined. */
export function describeObstacle(state: NarrationState, missing: Missing): string | undefined {
  return state.activity || state.phase === 'idle' ? undefined : describeMissing(missing);
}

/** Undefined when nothing is missing. */
function describeMissing({ video, prompt, voice }: Missing): string | undefined {
  const message = missingMessages[Number(video) * 4 + Number(prompt) * 2 + Number(voice)];
  return message && t(message);
}

/** By what is missing, as bits: video, prompt, voice. */
const missingMessages = [
  undefined,
  messages.addVoice,
  messages.addPrompt,
  messages.addPromptAndVoice,
  messages.addVideo,
  messages.addVideoAndVoice,
  messages.addVideoAndPrompt,
  messages.addAll,
];
