import {
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { LineState } from '../model/line-states.ts';
import type { Clock } from '../model/player.ts';
import { placeLine } from './geometry.ts';
import type { TimelineView } from './use-timeline-view.ts';

/** Less than this is a press that trembled. */
const threshold = { mouse: 3, touch: 6 };
/** So near the edge of the window a dragged line takes the window with it. */
const edgePx = 36;
const edgeSpeedPx = 12;

interface DragProps {
  readonly lines: readonly LineState[];
  readonly durationSeconds: number;
  readonly view: TimelineView;
  readonly clock: Clock;
  readonly onMove: (lineId: string, startSeconds: number) => void;
}

interface Press {
  readonly lineId: string;
  readonly pointerId: number;
  readonly startPx: number;
  readonly startScrolledPx: number;
  readonly thresholdPx: number;
  pointerPx: number;
  isDrag: boolean;
}

/** Moves lines by mouse, pen and finger. The move is reported at its end; meanwhile `lines` are as they would be. */
export function useTimelineDrag(props: DragProps) {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const press = useRef<Press>(undefined);
  const frame = useRef<number>(undefined);
  /** The click that follows belongs to a drag, however that ended. */
  const isNoClick = useRef(false);
  const [dragged, setDragged] = useState<{ readonly lineId: string; readonly startSeconds: number }>();

  const stop = useCallback(() => {
    if (frame.current !== undefined) cancelAnimationFrame(frame.current);
    frame.current = undefined;
    press.current = undefined;
    setDragged(undefined);
    latest.current.view.hold(false);
  }, []);
  const show = useCallback(() => {
    frame.current = undefined;
    if (!press.current) return;
    const isScrolling = scrollAtEdge(latest.current.view, press.current);
    const startSeconds = findWanted(press.current, latest.current);
    if (startSeconds !== undefined) setDragged({ lineId: press.current.lineId, startSeconds });
    // The window goes on under a pointer that stands still.
    if (isScrolling) frame.current = requestAnimationFrame(show);
  }, []);

  // Escape puts the line back, wherever the focus is.
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !press.current?.isDrag) return;
      event.preventDefault();
      stop();
    };
    window.addEventListener('keydown', cancel, true);
    return () => {
      window.removeEventListener('keydown', cancel, true);
      stop();
    };
  }, [stop]);

  return {
    dragged,
    begin(event: PointerEvent<HTMLElement>, lineId: string): void {
      isNoClick.current = false;
      if (event.button !== 0 || !event.isPrimary) return;
      press.current = {
        lineId,
        pointerId: event.pointerId,
        startPx: event.clientX,
        startScrolledPx: props.view.scroller.current?.scrollLeft ?? 0,
        thresholdPx: event.pointerType === 'mouse' ? threshold.mouse : threshold.touch,
        pointerPx: event.clientX,
        isDrag: false,
      };
    },
    follow(event: PointerEvent<HTMLElement>): void {
      const current = press.current;
      if (current?.pointerId !== event.pointerId) return;
      current.pointerPx = event.clientX;
      if (!current.isDrag) {
        if (Math.abs(event.clientX - current.startPx) < current.thresholdPx) return;
        current.isDrag = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        props.view.hold(true);
        isNoClick.current = true;
      }
      frame.current ??= requestAnimationFrame(show);
    },
    end(event: PointerEvent<HTMLElement>): void {
      const current = press.current;
      if (current?.pointerId !== event.pointerId) return;
      const startSeconds = current.isDrag ? findWanted(current, props) : undefined;
      const before = props.lines.find(({ line }) => line.id === current.lineId)?.startSeconds;
      stop();
      if (startSeconds !== undefined && startSeconds !== before) props.onMove(current.lineId, startSeconds);
    },
    cancel: stop,
    /** Stops the click after a drag. */
    sortClick(event: MouseEvent): void {
      if (isNoClick.current) event.stopPropagation();
      isNoClick.current = false;
    },
  };
}

/** Where a dragged line would begin now, in seconds; undefined where it is gone. */
function findWanted(
  { lineId, pointerPx, startPx, startScrolledPx }: Press,
  { lines, durationSeconds, view: { scroller, pixelsPerSecond }, clock }: DragProps,
): number | undefined {
  const index = lines.findIndex(({ line }) => line.id === lineId);
  const state = lines[index];
  if (!state || !scroller.current) return undefined;
  const movedPx = pointerPx - startPx + scroller.current.scrollLeft - startScrolledPx;
  const { atSeconds } = clock.getPlaybackTime();
  const wantedSeconds = state.startSeconds + movedPx / pixelsPerSecond;
  return placeLine({ lines, durationSeconds }, index, wantedSeconds, { atSeconds, pixelsPerSecond });
}

/** @returns whether it has scrolled */
function scrollAtEdge({ scroller: { current: scroller } }: TimelineView, { pointerPx }: Press): boolean {
  if (!scroller) return false;
  const { left, right } = scroller.getBoundingClientRect();
  const before = scroller.scrollLeft;
  if (pointerPx < left + edgePx) scroller.scrollLeft -= edgeSpeedPx;
  else if (pointerPx > right - edgePx) scroller.scrollLeft += edgeSpeedPx;
  return scroller.scrollLeft !== before;
}
