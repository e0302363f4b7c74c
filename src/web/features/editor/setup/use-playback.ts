import { useEffect } from 'react';
import { useLazyParts } from '../../../lib/load-chunk.ts';
import type { SyncedPlayback } from '../playback/synced-playback.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import { lazyPreview } from './lazy-preview.ts';

/** What plays video and narration, made with the first video or recording. Interim, until `playback/playback.ts` takes its place. */
export function usePlayback(): SyncedPlayback | undefined {
  const { store } = useEditor();
  const player = useEditorState(state => state.player);
  const isWanted = useEditorState(({ video, sounds }) => video !== undefined || sounds.size > 0);
  const parts = useLazyParts(lazyPreview, isWanted);
  useEffect(() => {
    if (parts && !store.getState().player) store.setState({ player: new parts.SyncedPlayback() });
  }, [parts, store]);
  return player as SyncedPlayback | undefined;
}
