import { type MouseEvent, type PointerEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { printShortTime } from '#shared/narration/time-format.ts';
import { placeLine } from './timeline-geometry.ts';
import { createLinePreview, type LinePreview } from './timeline-preview.ts';
import type { TimelineLine } from './timeline-props.ts';
import type { TimelineView } from './use-timeline-view.ts';

/** Less than this is a press that trembled. */
const threshold = { mouse: 3, touch: 6 };
/** So near the edge of the window a dragged line takes the window with it. */
const edgePx = 36;
const edgeSpeedPx = 12;

/** A move that is not applied in this time was refused. */
const settleMs = 500;

interface DragProps {
  readonly lines: readonly TimelineLine[];
  readonly durationSeconds: number;
  readonly view: TimelineView;
  readonly getPlayheadSeconds: () => number;
  readonly onMove: (index: number, startSeconds: number) => void;
}

interface Drag {
  readonly index: number;
  readonly pointerId: number;
  readonly startPx: number;
  readonly startScrolledPx: number;
  readonly thresholdPx: number;
  pointerPx: number;
  preview?: LinePreview | undefined;
  wantedSeconds?: number;
}

/** Moves lines by mouse, pen and finger. Meanwhile only what moves is painted, without a render; the move is reported at its end. */
export function useTimelineDrag(props: DragProps) {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const drag = useRef<Drag>(undefined);
  const settling = useRef<LinePreview>(undefined);
  const frame = useRef<number>(undefined);
  /** The click that follows belongs to a drag, however that ended. */
  const isNoClick = useRef(false);

  // A moved line stays where it was put until it is rendered there, which may take a moment.
  const settle = useCallback(() => {
    settling.current?.clear();
    settling.current = undefined;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines that are others by now
  useLayoutEffect(settle, [props.lines]);

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
    if (showDrag(drag.current, latest.current)) frame.current = requestAnimationFrame(paint);
  }, []);

  // Escape puts the line back, wherever the focus is.
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drag.current?.preview) {
        event.preventDefault();
        stop();
      }
    };
    window.addEventListener('keydown', cancel, true);
    return () => {
      window.removeEventListener('keydown', cancel, true);
      stop();
    };
  }, [stop]);

  return {
    begin(event: PointerEvent<HTMLElement>, index: number): void {
      isNoClick.current = false;
      settle();
      if (event.button !== 0 || !event.isPrimary) return;
      drag.current = {
        index,
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
        current.preview = createLinePreview(event.currentTarget, current.index);
        event.currentTarget.setPointerCapture(event.pointerId);
        latest.current.view.hold(true);
        isNoClick.current = true;
      }
      frame.current ??= requestAnimationFrame(paint);
    },
    end(event: PointerEvent<HTMLElement>): void {
      const current = drag.current;
      if (current?.pointerId !== event.pointerId) return;
      showDrag(current, latest.current);
      const { lines, onMove } = latest.current;
      const { index, wantedSeconds, preview } = current;
      const hasMoved = wantedSeconds !== undefined && wantedSeconds !== lines[index]?.startSeconds;
      if (hasMoved) {
        settling.current = preview;
        current.preview = undefined;
        setTimeout(settle, settleMs);
      }
      stop();
      if (hasMoved) onMove(index, wantedSeconds);
    },
    cancel: stop,
    /** Stops the click after a drag. */
    sortClick(event: MouseEvent): void {
      if (isNoClick.current) event.stopPropagation();
      isNoClick.current = false;
    },
  };
}

/** @returns whether the window goes on to scroll under a pointer that stands still */
function showDrag(drag: Drag, { lines, durationSeconds, view, getPlayheadSeconds }: DragProps): boolean {
  const { scroller, pixelsPerSecond } = view;
  const line = lines[drag.index];
  if (!line || !scroller.current || !drag.preview) return false;
  const isScrolling = scrollAtEdge(scroller.current, drag.pointerPx);
  const movedPx = drag.pointerPx - drag.startPx + scroller.current.scrollLeft - drag.startScrolledPx;
  const startSeconds = placeLine(
    { lines, durationSeconds },
    drag.index,
    line.startSeconds + movedPx / pixelsPerSecond,
    { atSeconds: getPlayheadSeconds(), pixelsPerSecond },
  );
  drag.wantedSeconds = startSeconds;
  drag.preview.show({
    byPx: (startSeconds - line.startSeconds) * pixelsPerSecond,
    availableSeconds: (lines[drag.index + 1]?.startSeconds ?? durationSeconds) - startSeconds,
    availableBeforeSeconds: startSeconds - (lines[drag.index - 1]?.startSeconds ?? 0),
    label: printShortTime(startSeconds),
  });
  return isScrolling;
}

function scrollAtEdge(scroller: HTMLElement, pointerPx: number): boolean {
  const { left, right } = scroller.getBoundingClientRect();
  const before = scroller.scrollLeft;
  if (pointerPx < left + edgePx) scroller.scrollLeft -= edgeSpeedPx;
  else if (pointerPx > right - edgePx) scroller.scrollLeft += edgeSpeedPx;
  return scroller.scrollLeft !== before;
}
