import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { isUntouched } from '../storage/kept-project.ts';
import type { EditorState } from '../store/editor-state.ts';
import { useEditorState } from '../store/use-editor.tsx';

const lazyNotices = new LazyParts('notices', () => import('./keeping-notices.tsx'));

/** What is to be said or asked about the work as a whole. */
export function WorkNotices() {
  const hasNotice = useEditorState(needsNotice);
  const question = useEditorState(state => state.videoQuestion);
  const parts = useLazyParts(lazyNotices, hasNotice || question !== undefined);
  if (!parts) return null;
  return (
    <>
      {hasNotice && <parts.KeepingNotices />}
      {question && <parts.VideoQuestionDialog question={question} />}
    </>
  );
}

function needsNotice(state: EditorState): boolean {
  const { isKept, isOpenElsewhere, interrupted, otherTexts, otherPrompt, account } = state.keeping;
  if (account || isOpenElsewhere || interrupted || otherTexts.length > 0 || otherPrompt !== undefined)
    return true;
  return !isKept && !isUntouched(state);
}
