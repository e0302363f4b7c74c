import { useEffect } from 'react';
import { useLazyParts } from '../../../lib/load-chunk.ts';
import { hasTimes } from '../store/select.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import { lazyPreview } from './lazy-preview.ts';

/** Plays video and narration, once there is one of them. */
export function PreviewArea() {
  const { store } = useEditor();
  const player = useEditorState(state => state.player);
  const title = useEditorState(({ video }) => video?.file.name);
  const hasTimeline = useEditorState(state => state.video !== undefined && hasTimes(state));
  const isWanted = useEditorState(({ video, sounds }) => video !== undefined || sounds.size > 0);
  const parts = useLazyParts(lazyPreview, isWanted);
  useEffect(() => parts?.connectPlayer(store), [parts, store]);
  if (!parts || !player) return null;
  return (
    <parts.PreviewControls player={player} title={title} hasTimeline={hasTimeline}>
      <parts.CaptionsButton />
    </parts.PreviewControls>
  );
}
