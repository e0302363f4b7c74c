import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { placeLine } from './timeline-geometry.ts';
import { readBlockKey } from './timeline-keys.ts';
import type { TimelineProps } from './timeline-props.ts';

interface KeyProps
  extends Pick<
    TimelineProps,
    'lines' | 'durationSeconds' | 'selectedIndex' | 'isFixed' | 'onSeek' | 'onMove' | 'onSelect'
  > {
  readonly reveal: (seconds: number) => void;
}

/** The line that an element of the timeline belongs to; undefined where it belongs to none. */
export function findLineIndex(target: EventTarget): number | undefined {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : undefined;
  return item ? Number(item.dataset.index) : undefined;
}

/**
 * The lines as one stop of the keyboard. A line that is selected or moved, here or elsewhere, comes into view; the focus goes
 * along with a choice that was made here by a key.
 * @returns the key handler of the lane
 */
export function useTimelineKeys(lane: RefObject<HTMLElement | null>, props: KeyProps) {
  const { lines, durationSeconds, selectedIndex, reveal, onSeek, onMove, onSelect } = props;
  const wantsFocus = useRef(false);
  const selectedSeconds = selectedIndex === undefined ? undefined : lines[selectedIndex]?.startSeconds;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was chosen or moved comes into sight
  useLayoutEffect(() => {
    if (selectedSeconds === undefined) return;
    reveal(selectedSeconds);
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const block = lane.current?.querySelector<HTMLElement>(`[data-index="${selectedIndex}"] [role="option"]`);
    block?.focus({ preventScroll: true });
  }, [selectedIndex, selectedSeconds]);

  return (event: KeyboardEvent) => {
    const index = findLineIndex(event.target) ?? -1;
    const line = lines[index];
    const action = line && readBlockKey(event, index, lines.length);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'seek') onSeek(line.startSeconds);
    if (action.kind === 'move' && !props.isFixed)
      onMove(index, placeLine({ lines, durationSeconds }, index, line.startSeconds + action.bySeconds));
    if (action.kind === 'go' && action.index !== selectedIndex) {
      wantsFocus.current = true;
      onSelect(action.index);
    }
  };
}
