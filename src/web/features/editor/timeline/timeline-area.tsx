import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { hasTimes } from '../store/select.ts';
import { useEditorState } from '../store/use-editor.tsx';

const lazyTimeline = new LazyParts('timeline', () => import('./timeline.tsx'));

/** The timeline, where there are a video and lines with times. */
export function TimelineArea() {
  const isLines = useEditorState(hasTimes);
  const video = useEditorState(state => state.video);
  const player = useEditorState(state => state.player);
  const isWanted = isLines && video !== undefined;
  const parts = useLazyParts(lazyTimeline, isWanted);
  return isWanted && parts && player ? <parts.Timeline video={video} player={player} /> : null;
}
