import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { studioStatusMessages as messages } from '#shared/messages/studio-status.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { type Editor, getVoice } from '../model/editor.ts';
import type { EditorState } from '../model/editor-state.ts';
import { getLines, getNarration, getPhase, isEmpty } from '../model/select.ts';

export interface Missing {
  readonly video: boolean;
  readonly prompt: boolean;
  readonly voice: boolean;
}

export function findMissing(editor: Editor, { video, openingName, form }: EditorState): Missing {
  return {
    // While another file is opened, the one before it must not be narrated.
    video: !video || openingName !== undefined,
    prompt: form.prompt.trim() === '',
    voice: getVoice(editor) === undefined,
  };
}

/** The line under the bar while nothing is worked on: what is missing, or what to do next. */
export function describeState(state: EditorState, missing: Missing): string {
  switch (getPhase(state)) {
    case 'script ready':
      // Without an AI, a script of nothing is not kept.
      if (!getNarration(state)) return t(messages.nothingKnown);
      if (getLines(state).length === 0) return t(messages.nothingWritten);
      return t(isEmpty(state) ? messages.writeLines : messages.scriptReady);
    case 'audio ready':
      return t(messages.audioReady);
    case 'changed':
      return t(messages.changed);
    case 'failed':
      return t(messages.failed);
    case 'cancelled':
      return t(messages.cancelled);
    case 'idle':
      return describeMissing(missing) ?? t(messages.ready);
  }
}

const noneMissing: Missing = { video: false, prompt: false, voice: false };

/** The same for screen readers, to whom a field says itself that it is empty. */
export function announceState(state: EditorState): string {
  return getPhase(state) === 'idle' ? '' : describeState(state, noneMissing);
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
export function describeObstacle(state: EditorState, missing: Missing): string | undefined {
  return state.job || getPhase(state) === 'idle' ? undefined : describeMissing(missing);
}

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

/** The controls, or elements around them, say in `data-asks-for` what they are for. */
const controls: Readonly<Record<keyof Missing, string>> = {
  video: 'input[data-asks-for="video"]',
  prompt: 'textarea[data-asks-for="prompt"]',
  voice: '[data-asks-for="voice"] :is(select, button, input)',
};

const order = ['video', 'prompt', 'voice'] as const satisfies readonly (keyof Missing)[];

export function focusMissing(studio: HTMLElement | null, missing: Missing): void {
  const first = order.find(each => missing[each]);
  if (first) studio?.querySelector<HTMLElement>(controls[first])?.focus();
}
