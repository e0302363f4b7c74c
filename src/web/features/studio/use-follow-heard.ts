import { type RefObject, useEffect, useRef } from 'react';
import { ownMoves } from './use-follow-work.ts';

/**
 * Keeps the sentence that is heard in sight while the film plays. Once the person scrolls, uses a key or types, the page is
 * theirs until the film is started again.
 * @param heard what stands for the sentence: another one is another sentence
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
