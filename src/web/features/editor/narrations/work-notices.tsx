import type { LanguageName } from '#shared/languages.ts';
import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { isUntouched } from '../storage/kept-project.ts';
import type { EditorState } from '../store/editor-state.ts';
import { usesOwnVoice } from '../store/select.ts';
import { useEditorState } from '../store/use-editor.tsx';

const lazyNotices = new LazyParts('notices', () => import('./notices.tsx'));

/** What is to be said or asked about the work as a whole, and the queue. */
export function WorkNotices(props: { readonly languageNames: readonly LanguageName[] }) {
  const isWanted = useEditorState(needsNotice);
  const parts = useLazyParts(lazyNotices, isWanted);
  return parts && isWanted ? <parts.Notices {...props} /> : null;
}

function needsNotice(state: EditorState): boolean {
  const { isKept, isOpenElsewhere, interrupted, account } = state.keeping;
  if (state.several || state.videoQuestion || account || isOpenElsewhere || interrupted) return true;
  if (usesOwnVoice(state)) return true;
  return state.otherTexts.length > 0 || (!isKept && !isUntouched(state));
}
