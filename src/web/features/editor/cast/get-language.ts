import type { LanguageName } from '#shared/languages.ts';
import type { EditorState } from '../store/editor-state.ts';
import { getNarration } from '../store/select.ts';

/** Of the voices that are chosen. */
export function getLanguage(state: EditorState): LanguageName {
  return getNarration(state)?.language ?? state.form.language;
}
