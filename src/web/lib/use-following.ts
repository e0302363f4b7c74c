import { type RefObject, useEffect, useRef } from 'react';

/** By which a person looks somewhere else on purpose. */
const ownMoves = ['wheel', 'touchmove', 'keydown', 'beforeinput', 'pointerdown'] as const;

/** Whether the page may scroll to what happens: from when that is active until the person scrolls, types, or presses something. */
export function useFollowing(isActive: boolean): RefObject<boolean> {
  const isFollowing = useRef(false);
  useEffect(() => {
    if (isActive) isFollowing.current = true;
  }, [isActive]);
  useEffect(() => {
    const stop = new AbortController();
    const letGo = () => {
      isFollowing.current = false;
    };
    for (const move of ownMoves) window.addEventListener(move, letGo, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  return isFollowing;
}
