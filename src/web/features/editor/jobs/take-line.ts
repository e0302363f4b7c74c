import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { getSoundKey, getSpokenWith, type Narration } from '#shared/narration/project.ts';
import { copyNarration } from '#shared/narration/translations.ts';
import { learn } from '#shared/script/estimate-speech.ts';
import { run, runUnremembered } from '../store/change-document.ts';
import type { Editor } from '../store/editor.ts';
import type { Sound } from '../store/editor-state.ts';
import type { SpokenLine } from '../store/narration-service.ts';

/** Takes new words for lines of a narration, which is given as it is before. */
export type Rewrite = (before: Narration, texts: ReadonlyMap<string, string>) => void;

/**
 * Keeps the sound of a line, and its words where the writer shortened it.
 * @returns false for a line that was changed meanwhile, which stays as it is
 */
export function takeLine(editor: Editor, sent: Narration, spoken: SpokenLine, rewrite: Rewrite): boolean {
  const { store } = editor;
  const { lineId, text, before } = spoken;
  addLineSound(editor, sent, spoken);
  const asked = sent.lines.find(({ id }) => id === lineId);
  if (!asked) return false;
  if (before === undefined || text === asked.text) return true;
  const now = store.getState().project.narrations.find(({ id }) => id === sent.id);
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
    run(store, { type: 'rewriteLines', narrationId: before.id, texts }, { group });
  };
}

/** Keeps the sound of a line, and learns from it how fast the voice speaks. */
export function addLineSound({ store }: Editor, sent: Narration, spoken: SpokenLine): void {
  const { lineId, text, mp3, seconds, unspoken, source } = spoken;
  const spokenWith = getSpokenWith(
    store.getState().project,
    sent,
    sent.lines.find(({ id }) => id === lineId),
    store.getState().ownPronunciations,
  );
  if (!spokenWith) return;
  addSounds(store, [{ key: getSoundKey(text, spokenWith), mp3, seconds, unspoken, source }]);
  if (unspoken === undefined)
    store.setState(({ speechRate, narrationId }) =>
      // Of another narration the voice or the language may be another.
      speechRate && narrationId === sent.id ? { speechRate: learn(speechRate, text, seconds) } : {},
    );
}

/** The narration before it is made to fit, as a version. */
function keepVersionBefore({ store }: Editor, before: Narration): void {
  const narration = copyNarration(before, t(spokenScriptMessages.versionBeforeFit));
  runUnremembered(store, { type: 'addNarration', narration });
}

/** Sounds and more of them; those that were not used for longest go first. So many are two hours of speech. */
const mostSounds = 4000;

export function addSounds(store: Editor['store'], more: readonly Sound[]): void {
  store.setState(({ sounds }) => {
    const joined = new Map(sounds);
    for (const sound of more) {
      joined.delete(sound.key);
      joined.set(sound.key, sound);
    }
    return { sounds: joined.size > mostSounds ? new Map([...joined].slice(-mostSounds)) : joined };
  });
}
