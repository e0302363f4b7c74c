import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Clock } from '../model/player.ts';
import type { TimelineView } from './use-timeline-view.ts';

/** Further than playback moves between two reports: a jump. */
const jumpSeconds = 0.6;

interface TimelinePlayhead {
  readonly line: RefObject<HTMLDivElement | null>;
  /** The slider of the playback position. */
  readonly slider: RefObject<HTMLInputElement | null>;
  /** The playhead is out of view. */
  readonly isAway: boolean;
  /** To be called when a person has scrolled. */
  noteScroll(): void;
  /** Shows the playhead again, and follows it. */
  follow(): void;
}

/**
 * Moves the playhead without a render. While it plays the window goes with it, page by page, unless the person has scrolled
 * away from it; a jump to another place is followed always.
 */
export function useTimelinePlayhead(
  clock: Clock,
  view: TimelineView,
  describe: (seconds: number) => string,
): TimelinePlayhead {
  const line = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const isFollowing = useRef(true);
  const lastSeconds = useRef<number>(undefined);
  const [isAway, setIsAway] = useState(false);
  const latest = useRef({ view, describe });
  useLayoutEffect(() => {
    latest.current = { view, describe };
  });

  const show = useCallback(() => {
    const { view, describe } = latest.current;
    const { atSeconds, isPlaying } = clock.getPlaybackTime();
    const hasJumped = !(Math.abs(atSeconds - (lastSeconds.current ?? Number.NaN)) <= jumpSeconds);
    // Before the window has a width it shows nothing.
    if (view.widthPx > 0) lastSeconds.current = atSeconds;
    if (hasJumped) isFollowing.current = true;
    if (line.current) line.current.style.transform = `translateX(${atSeconds * view.pixelsPerSecond}px)`;
    if (slider.current) {
      slider.current.value = String(atSeconds);
      slider.current.setAttribute('aria-valuetext', describe(atSeconds));
    }
    if (isFollowing.current && (isPlaying || hasJumped)) view.reveal(atSeconds);
    setIsAway(!view.isInSight(atSeconds));
  }, [clock]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: under another zoom it stands elsewhere
  useLayoutEffect(show, [show, view.pixelsPerSecond, view.widthPx]);
  useLayoutEffect(() => clock.subscribe(show), [clock, show]);

  return {
    line,
    slider,
    isAway,
    noteScroll() {
      const isInSight = view.isInSight(clock.getPlaybackTime().atSeconds);
      isFollowing.current = isInSight;
      setIsAway(!isInSight);
    },
    follow() {
      isFollowing.current = true;
      view.reveal(clock.getPlaybackTime().atSeconds);
      setIsAway(false);
    },
  };
}
