import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { getLineStates } from '../derive/line-states.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import { revealLine } from './line-focus.ts';

/** By which a person looks somewhere else on purpose. */
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

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
  useFollow(isPlaying ? heardId : undefined);
  return heardId;
}

function doNothing() {}

/** @param lineId undefined while nothing plays */
function useFollow(lineId: string | undefined): void {
  const isFollowing = useRef(false);
  const isPlaying = lineId !== undefined;
  useEffect(() => {
    isFollowing.current = isPlaying;
    if (!isPlaying) return;
    const letGo = () => {
      isFollowing.current = false;
    };
    for (const move of ownMoves) window.addEventListener(move, letGo, { passive: true });
    return () => {
      for (const move of ownMoves) window.removeEventListener(move, letGo);
    };
  }, [isPlaying]);
  useEffect(() => {
    if (lineId !== undefined && isFollowing.current) revealLine(lineId);
  }, [lineId]);
}
