import { type RefObject, useEffect, useRef } from 'react';
import { ownMoves } from './use-follow-work.ts';

/**
 * Keeps the sentence that is heard in sight during playback. Once the person scrolls, uses a key or types, the page stays
 * where it is until playback is started again.
 * @param heard identifies the sentence
 */
export function useFollowHeard(
  mark: RefObject<HTMLElement | null>,
  isPlaying: boolean,
  heard: object | undefined,
): void {
  const isFollowing = useRef(false);
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
    if (heard && isFollowing.current) mark.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [mark, heard]);
}
