import { t } from '#shared/messages/message.ts';
import { studioStatusMessages as messages } from '#shared/messages/studio-status.ts';
import { lazyParts } from '../../../lib/load-chunk.ts';
import { type Editor, getVoice } from '../model/editor.ts';
import type { EditorState } from '../model/editor-state.ts';
import { getPhase } from '../model/select.ts';

export const lazyJobs = lazyParts('work', async () => {
  const [{ rewriteScript, writeScript, writeYourself }, { speak }] = await Promise.all([
    import('./write.ts'),
    import('./speak.ts'),
  ]);
  return { writeScript, writeYourself, speak, rewriteScript };
});

/** What a script is written with. */
export type Missing = Readonly<Record<(typeof order)[number], boolean>>;

const order = ['video', 'prompt', 'voice'] as const;

export function findMissing(editor: Editor, { video, openingName, form }: EditorState): Missing {
  return {
    // While another file is opened, the one before it must not be narrated.
    video: !video || openingName !== undefined,
    prompt: form.prompt.trim() === '',
    voice: getVoice(editor) === undefined,
  };
}

export function describeMissing({ video, prompt, voice }: Missing): string | undefined {
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

/** Why no other script can be written, where the status is about something else; else undefined. */
export function describeObstacle(state: EditorState, missing: Missing): string | undefined {
  return state.job || getPhase(state) === 'idle' ? undefined : describeMissing(missing);
}

/** The controls, or elements around them, say in `data-asks-for` what they are for. */
export function focusMissing(root: HTMLElement | null, missing: Missing): void {
  const first = order.find(each => missing[each]);
  const place = first && root?.querySelector<HTMLElement>(`[data-asks-for="${first}"]`);
  const control = place?.matches('input, textarea') ? place : place?.querySelector('select, button, input');
  if (control instanceof HTMLElement) control.focus();
}
