import { useEffect, useState } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { noteFailure } from '../../../lib/failures.ts';
import { lazyParts } from '../../../lib/load-chunk.ts';
import type { EditorState } from '../model/editor-state.ts';
import { isUntouched, usesOwnVoice } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';

const lazyNotices = lazyParts('notices', () => import('./notices.tsx'));

/** What is to be said or asked about the work as a whole, and the queue. */
export function WorkNotices(props: { readonly languageNames: readonly LanguageName[] }) {
  const isWanted = useEditorState(needsNotice);
  const isBegun = useEditorState(state => isWanted || !isUntouched(state));
  const [parts, setParts] = useState(lazyNotices.fetched);
  // Before one is wanted, which may be because the server is gone; without them the work goes on.
  useEffect(() => {
    if (isBegun) lazyNotices.fetch().then(setParts, noteFailure);
  }, [isBegun]);
  return parts && isWanted ? <parts.Notices {...props} /> : null;
}

function needsNotice(state: EditorState): boolean {
  const { isKept, isOpenElsewhere, interrupted, account } = state.keeping;
  if (state.several || state.videoQuestion || account || isOpenElsewhere || interrupted) return true;
  if (usesOwnVoice(state)) return true;
  return state.otherTexts.length > 0 || (!isKept && !isUntouched(state));
}
