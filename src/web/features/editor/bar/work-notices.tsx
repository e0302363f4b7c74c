import { useEffect, useState } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { noteFailure } from '../../../lib/failures.ts';
import { lazyParts } from '../../../lib/load-chunk.ts';
import { isUntouched } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';

const lazyNotices = lazyParts('notices', () => import('./notices.tsx'));

/** What is to be said or asked about the work as a whole, and the queue. */
export function WorkNotices(props: { readonly languageNames: readonly LanguageName[] }) {
  const isBegun = useEditorState(state => state.several !== undefined || !isUntouched(state));
  const [parts, setParts] = useState(lazyNotices.fetched);
  // Before one is wanted, which may be because the server is gone; without them the work goes on.
  useEffect(() => {
    if (isBegun) lazyNotices.fetch().then(setParts, noteFailure);
  }, [isBegun]);
  return parts && isBegun ? <parts.Notices {...props} /> : null;
}
