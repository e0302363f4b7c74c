import { type MouseEvent, type PointerEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { printShortTime } from '#shared/script/time-format.ts';
import type { LineState } from '../model/list-lines.ts';
import type { Clock } from '../model/player.ts';
import { createDragPreview, type DragPreview } from './drag-preview.ts';
import { placeLine } from './geometry.ts';
import type { TimelineView } from './use-timeline-view.ts';

/** Less than this is a press that trembled. */
const threshold = { mouse: 3, touch: 6 };
/** So near the edge of the window a dragged line takes the window with it. */
const edgePx = 36;
const edgeSpeedPx = 12;

interface DragProps {
  readonly places: { readonly lines: readonly LineState[]; readonly durationSeconds: number };
  readonly view: TimelineView;
  readonly clock: Clock;
  readonly onMove: (lineId: string, startSeconds: number) => void;
}

interface Drag {
  readonly lineId: string;
  readonly pointerId: number;
  readonly startPx: number;
  readonly startScrolledPx: number;
  readonly thresholdPx: number;
  pointerPx: number;
  preview?: DragPreview;
}

/** Moves lines by mouse, pen and finger. Meanwhile only what moves is painted, without a render; the move is reported at its end. */
export function useTimelineDrag(props: DragProps) {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const drag = useRef<Drag>(undefined);
  const frame = useRef<number>(undefined);
  /** The click that follows belongs to a drag, however that ended. */
  const isNoClick = useRef(false);

  const stop = useCallback(() => {
    if (frame.current !== undefined) cancelAnimationFrame(frame.current);
    frame.current = undefined;
    drag.current?.preview?.clear();
    drag.current = undefined;
    latest.current.view.hold(false);
  }, []);
  const paint = useCallback(() => {
    frame.current = undefined;
    if (!drag.current) return;
    const isScrolling = scrollAtEdge(latest.current.view, drag.current);
    showDrag(drag.current, latest.current);
    // The window goes on under a pointer that stands still.
    if (isScrolling) frame.current = requestAnimationFrame(paint);
  }, []);

  useEscape(drag, stop);

  return {
    begin(event: PointerEvent<HTMLElement>, lineId: string): void {
      isNoClick.current = false;
      if (event.button !== 0 || !event.isPrimary) return;
      drag.current = {
        lineId,
        pointerId: event.pointerId,
        startPx: event.clientX,
        startScrolledPx: latest.current.view.scroller.current?.scrollLeft ?? 0,
        thresholdPx: event.pointerType === 'mouse' ? threshold.mouse : threshold.touch,
        pointerPx: event.clientX,
      };
    },
    follow(event: PointerEvent<HTMLElement>): void {
      const current = drag.current;
      if (current?.pointerId !== event.pointerId) return;
      current.pointerPx = event.clientX;
      if (!current.preview) {
        if (Math.abs(event.clientX - current.startPx) < current.thresholdPx) return;
        const { lines } = latest.current.places;
        const previous = lines[lines.findIndex(({ line }) => line.id === current.lineId) - 1];
        current.preview = createDragPreview(event.currentTarget, current.lineId, previous?.line.id);
        event.currentTarget.setPointerCapture(event.pointerId);
        latest.current.view.hold(true);
        isNoClick.current = true;
      }
      frame.current ??= requestAnimationFrame(paint);
    },
    end(event: PointerEvent<HTMLElement>): void {
      const current = drag.current;
      if (current?.pointerId !== event.pointerId) return;
      const wanted = current.preview && findWanted(current, latest.current);
      stop();
      if (wanted?.hasMoved) latest.current.onMove(current.lineId, wanted.startSeconds);
    },
    cancel: stop,
    /** Stops the click after a drag. */
    sortClick(event: MouseEvent): void {
      if (isNoClick.current) event.stopPropagation();
      isNoClick.current = false;
    },
  };
}

/** Escape puts the line back, wherever the focus is. */
function useEscape(drag: { readonly current: Drag | undefined }, stop: () => void) {
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current?.preview) return;
      event.preventDefault();
      stop();
    };
    window.addEventListener('keydown', cancel, true);
    return () => {
      window.removeEventListener('keydown', cancel, true);
      stop();
    };
  }, [drag, stop]);
}

/** Where a dragged line would begin now; undefined where it is gone. */
function findWanted(
  { lineId, pointerPx, startPx, startScrolledPx }: Drag,
  { places, view, clock }: DragProps,
) {
  const { scroller, pixelsPerSecond } = view;
  const index = places.lines.findIndex(({ line }) => line.id === lineId);
  const state = places.lines[index];
  if (!state || !scroller.current) return undefined;
  const movedPx = pointerPx - startPx + scroller.current.scrollLeft - startScrolledPx;
  const { atSeconds } = clock.getPlaybackTime();
  const wantedSeconds = state.startSeconds + movedPx / pixelsPerSecond;
  const startSeconds = placeLine(places, index, wantedSeconds, { atSeconds, pixelsPerSecond });
  return { index, state, startSeconds, hasMoved: startSeconds !== state.startSeconds };
}

function showDrag(drag: Drag, props: DragProps): void {
  const wanted = findWanted(drag, props);
  if (!wanted) return;
  const { index, state, startSeconds } = wanted;
  const { lines, durationSeconds } = props.places;
  drag.preview?.show({
    byPx: (startSeconds - state.startSeconds) * props.view.pixelsPerSecond,
    availableSeconds: (lines[index + 1]?.startSeconds ?? durationSeconds) - startSeconds,
    availableBeforeSeconds: startSeconds - (lines[index - 1]?.startSeconds ?? 0),
    label: printShortTime(startSeconds),
  });
}

/** @returns whether it has scrolled */
function scrollAtEdge({ scroller: { current: scroller } }: TimelineView, { pointerPx }: Drag): boolean {
  if (!scroller) return false;
  const { left, right } = scroller.getBoundingClientRect();
  const before = scroller.scrollLeft;
  if (pointerPx < left + edgePx) scroller.scrollLeft -= edgeSpeedPx;
  else if (pointerPx > right - edgePx) scroller.scrollLeft += edgeSpeedPx;
  return scroller.scrollLeft !== before;
}
