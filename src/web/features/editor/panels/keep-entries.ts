import { isTimed } from '#shared/narration/project.ts';
import {
  addPronounced,
  isSameWord,
  listPronounced,
  removePronounced,
} from '#shared/narration/pronounced-terms.ts';
import type { OwnPronunciation } from '#shared/pronunciations.ts';
import { keepOwnPronunciations } from '../keep/own-pronunciations.ts';
import { hasAccount } from '../keep/start-storage.ts';
import { runLate } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { EditorState } from '../model/editor-state.ts';
import { findLineSound, findRecording, getNarration } from '../model/select.ts';

type Scope = 'project' | 'own';

/** How a word is spoken in a language, in this project or in all of a person's. */
export interface Entry extends OwnPronunciation {
  readonly scope: Scope;
}

/** What has to be spoken again after a change: a number of lines, or a script as a whole. */
export interface Unspoken {
  readonly lines: number;
  readonly isScript: boolean;
}

export function listEntries({
  project,
  ownPronunciations,
}: Pick<EditorState, 'project' | 'ownPronunciations'>): readonly Entry[] {
  return [
    ...listPronounced(project.glossary).map(each => ({ ...each, scope: 'project' as const })),
    ...ownPronunciations.map(each => ({ ...each, scope: 'own' as const })),
  ].sort((one, other) => one.term.localeCompare(other.term));
}

/**
 * Keeps a word's pronunciation.
 * @param before the entry that it replaces
 * @throws {CodedError} when the account could not be reached
 */
export async function saveEntry(editor: Editor, entry: Entry, before: Entry | undefined): Promise<Unspoken> {
  return noteUnspoken(editor, async () => {
    const { store } = editor;
    if (before && before.scope !== entry.scope) await dropEntry(editor, before);
    if (entry.scope === 'own') {
      const others = withoutEntry(withoutEntry(store.getState().ownPronunciations, before), entry);
      const { language, term, say } = entry;
      await keepOwnPronunciations(editor, [...others, { language, term, say }], hasAccount(editor));
    } else {
      const { glossary } = store.getState().project;
      const rest = before?.scope === 'project' ? removePronounced(glossary, before) : glossary;
      runLate(store, { type: 'setGlossary', glossary: addPronounced(rest, entry) });
    }
  });
}

/** @throws {CodedError} when the account could not be reached */
export async function removeEntry(editor: Editor, entry: Entry): Promise<Unspoken> {
  return noteUnspoken(editor, () => dropEntry(editor, entry));
}

async function dropEntry(editor: Editor, entry: Entry): Promise<void> {
  const { store } = editor;
  const { project, ownPronunciations } = store.getState();
  if (entry.scope === 'own')
    await keepOwnPronunciations(editor, withoutEntry(ownPronunciations, entry), hasAccount(editor));
  else runLate(store, { type: 'setGlossary', glossary: removePronounced(project.glossary, entry) });
}

function withoutEntry(
  list: readonly OwnPronunciation[],
  entry: Pick<Entry, 'language' | 'term'> | undefined,
): readonly OwnPronunciation[] {
  return list.filter(each => each.language !== entry?.language || !isSameWord(each.term, entry.term));
}

async function noteUnspoken({ store }: Editor, change: () => Promise<void>): Promise<Unspoken> {
  const before = listSpoken(store.getState());
  await change();
  const after = listSpoken(store.getState());
  const lost = [...before].filter(id => !after.has(id));
  const narration = getNarration(store.getState());
  return { lines: lost.length, isScript: lost.length > 0 && narration !== undefined && !isTimed(narration) };
}

/** What of the narration that is shown is spoken: ids of its lines, or its own. */
function listSpoken(state: EditorState): ReadonlySet<string> {
  const narration = getNarration(state);
  if (!narration) return new Set();
  if (!isTimed(narration)) return new Set(findRecording(state, narration) ? [narration.id] : []);
  return new Set(narration.lines.filter(line => findLineSound(state, narration, line)).map(({ id }) => id));
}
