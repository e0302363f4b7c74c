import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useFollowing } from '../../../lib/focus.ts';
import { revealLine } from '../model/line-focus.ts';
import { getLineStates } from '../model/line-states.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';

/**
 * The id of the line at the playhead, the last one that has begun; renders only when another one begins. While it plays the line is
 * kept in sight, until the person scrolls, uses a key or presses something.
 */
export function useHeardLine(): string | undefined {
  const { store } = useEditor();
  const player = useEditorState(state => state.player);
  const subscribe = useCallback(
    (listener: () => void) => player?.picture.subscribe(listener) ?? doNothing,
    [player],
  );
  const find = () => {
    if (!player) return undefined;
    const { atSeconds } = player.picture.getPlaybackTime();
    return getLineStates(store.getState()).findLast(line => line.startSeconds <= atSeconds + 0.001)?.line.id;
  };
  const heardId = useSyncExternalStore(subscribe, find);
  const isPlaying = useSyncExternalStore(
    subscribe,
    () => player?.picture.getPlaybackTime().isPlaying ?? false,
  );
  const isFollowing = useFollowing(isPlaying);
  useEffect(() => {
    if (isPlaying && heardId !== undefined && isFollowing.current) revealLine(heardId);
  }, [isPlaying, heardId, isFollowing]);
  return heardId;
}

function doNothing() {}
