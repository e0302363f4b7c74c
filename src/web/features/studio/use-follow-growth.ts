import { type RefObject, useEffect, useRef } from 'react';

/** By which a person looks somewhere else on purpose. */
const ownMoves = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * Keeps the end of what grows in sight, until the person scrolls or uses a key: then the page is theirs.
 * @param isGrowing each time this begins, it is followed anew
 * @param growth changes with each step
 * @returns for the element that stands at the end
 */
export function useFollowGrowth<End extends HTMLElement>(
  isGrowing: boolean,
  growth: unknown,
): RefObject<End | null> {
  const end = useRef<End>(null);
  const isFollowing = useRef(false);

  useEffect(() => {
    if (!isGrowing) return;
    isFollowing.current = true;
    const letGo = () => {
      isFollowing.current = false;
    };
    for (const move of ownMoves) window.addEventListener(move, letGo, { passive: true });
    return () => {
      for (const move of ownMoves) window.removeEventListener(move, letGo);
    };
  }, [isGrowing]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the growth moves the end
  useEffect(() => {
    const element = end.current;
    if (!isGrowing || !element) return;
    const follow = () => {
      if (!isFollowing.current) return;
      // Of what is too tall for the window its end is shown: there is what comes next.
      const isBelow = element.getBoundingClientRect().bottom > window.innerHeight;
      element.scrollIntoView({ block: isBelow ? 'end' : 'nearest', behavior: 'instant' });
    };
    follow();
    // The end may become taller, when something in it arrives late; and what stands above it moves it, such as a line of the
    // pinned screen that takes a second row. Each of these changes the height of something that holds the end.
    const sizes = new ResizeObserver(follow);
    for (let box: Element | null = element; box; box = box.parentElement) sizes.observe(box);
    return () => sizes.disconnect();
  }, [isGrowing, growth]);

  return end;
}
