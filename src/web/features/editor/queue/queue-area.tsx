import type { LanguageName } from '#shared/languages.ts';
import { readItem } from '../../../lib/browser-storage.ts';
import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import type { Dropped } from '../setup/dropped.ts';
import { queueKey } from '../storage/kept-project.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';

const lazyQueue = new LazyParts('queue', () => import('./queue-panel.tsx'));

export interface QueueAreaProps {
  readonly dropped: Dropped | undefined;
  readonly languageNames: readonly LanguageName[];
}

/** Several videos, one after the other: fetched once they are dropped, or where some are left of the last visit. */
export function QueueArea(props: QueueAreaProps) {
  const { owner } = useEditor();
  const isRestored = useEditorState(state => state.isRestored);
  const isWanted = props.dropped !== undefined || (isRestored && readItem(queueKey(owner)) !== undefined);
  const parts = useLazyParts(lazyQueue, isWanted);
  return parts ? <parts.QueuePanel {...props} /> : null;
}
