import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { getSoundKey, getSpokenWith, isOwnSoundKey, type Narration } from '#shared/narration/project.ts';
import { copyNarration } from '#shared/narration/translations.ts';
import { learn, startRate } from '#shared/script/estimate-speech.ts';
import { runUnremembered } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { EditorState, Sound } from '../model/editor-state.ts';
import { getSpokenLanguage } from '../model/line-states.ts';
import type { SpokenLine } from '../model/narration-service.ts';
import { runLate } from '../model/run-late.ts';

/** A narration, and what it was spoken with, as it was sent. */
export interface Sent extends Pick<EditorState, 'project' | 'ownPronunciations'> {
  readonly narration: Narration;
}

export type Rewrite = (before: Narration, texts: ReadonlyMap<string, string>) => void;

/**
 * Keeps the sound of a line, and its words where the writer shortened it.
 * @returns false for a line that was changed meanwhile, which stays as it is
 */
export function takeLine(editor: Editor, sent: Sent, spoken: SpokenLine, rewrite: Rewrite): boolean {
  const { store } = editor;
  const { lineId, text, before } = spoken;
  addLineSound(editor, sent, spoken);
  const asked = sent.narration.lines.find(({ id }) => id === lineId);
  if (!asked) return false;
  if (before === undefined || text === asked.text) return true;
  const now = store.getState().project.narrations.find(({ id }) => id === sent.narration.id);
  const line = now?.lines.find(({ id }) => id === lineId);
  if (!now || !line || line.text !== asked.text || line.isLocked) return false;
  rewrite(now, new Map([[lineId, text]]));
  return true;
}

/** One Undo takes back what a job rewrites, and the narration before stays as a version. */
export function rewriteInStep(editor: Editor, jobId: number): Rewrite {
  const { store } = editor;
  const group = `fit ${jobId}`;
  return (before, texts) => {
    if (store.getState().group !== group) keepVersionBefore(editor, before);
    runLate(store, { type: 'rewriteLines', narrationId: before.id, texts }, { group });
  };
}

/** Keeps the sound of a line, and learns from it how fast the voice speaks. */
export function addLineSound({ store }: Editor, sent: Sent, spoken: SpokenLine): void {
  const { lineId, text, mp3, seconds, unspoken, source } = spoken;
  const { project, narration, ownPronunciations } = sent;
  const line = narration.lines.find(({ id }) => id === lineId);
  const spokenWith = getSpokenWith(project, narration, line, ownPronunciations);
  if (!spokenWith) return;
  addSounds(store, [{ key: getSoundKey(text, spokenWith), mp3, seconds, unspoken, source }]);
  const isUsual = spokenWith.voice === narration.settings.voice && spokenWith.manner === undefined;
  if (unspoken === undefined && isUsual)
    store.setState(state => {
      // Of another narration the voice or the language may be another.
      if (state.narrationId !== narration.id) return {};
      const rate = state.speechRate ?? startRate(getSpokenLanguage(narration, state));
      return { speechRate: learn(rate, text, seconds) };
    });
}

function keepVersionBefore({ store }: Editor, before: Narration): void {
  const narration = copyNarration(before, t(spokenScriptMessages.versionBeforeFit));
  runUnremembered(store, { type: 'addNarration', narration });
}

/**
 * Sounds and more of them; those that were not used for longest go first, but nothing of a person's own. So many are two hours of
 * speech.
 */
const maxSounds = 4000;

export function addSounds(store: Editor['store'], more: readonly Sound[]): void {
  store.setState(({ sounds }) => {
    const joined = new Map(sounds);
    for (const sound of more) {
      joined.delete(sound.key);
      joined.set(sound.key, sound);
    }
    if (joined.size <= maxSounds) return { sounds: joined };
    const first = joined.size - maxSounds;
    return { sounds: new Map([...joined].filter(([key], at) => at >= first || isOwnSoundKey(key))) };
  });
}
