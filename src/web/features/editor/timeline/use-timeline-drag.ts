import { type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Clock } from '../model/editor-state.ts';
import type { LineState } from '../model/line-states.ts';
import { placeLine } from './geometry.ts';
import type { TimelineView } from './use-timeline-view.ts';

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

/** Moves lines by mouse, pen and finger. The move is reported at its end; until then `dragged` is where the line would begin. */
export function useTimelineDrag(props: DragProps) {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const press = useRef<AbortController>(undefined);
  /** The click that follows belongs to a drag, however that ended. */
  const isNoClick = useRef(false);
  const [dragged, setDragged] = useState<{ readonly lineId: string; readonly startSeconds: number }>();
  useEffect(() => () => press.current?.abort(), []);

  /** @param event on the lane of the lines */
  function begin(event: PointerEvent<HTMLElement>, lineId: string): void {
    isNoClick.current = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const { currentTarget: lane, pointerId, clientX: startPx } = event;
    // Less is a press that trembled.
    const thresholdPx = event.pointerType === 'mouse' ? 3 : 6;
    const startScrolledPx = props.view.readScroll();
    press.current?.abort();
    const ending = new AbortController();
    press.current = ending;
    let pointerPx = startPx;
    let isDrag = false;
    let isShowing = false;

    /** Where the line begins now, in seconds. */
    function find(): number {
      const { lines, durationSeconds, view, clock } = latest.current;
      const { pixelsPerSecond } = view;
      const index = lines.findIndex(({ line }) => line.id === lineId);
      const movedPx = pointerPx - startPx + view.readScroll() - startScrolledPx;
      const wantedSeconds = (lines[index]?.startSeconds ?? 0) + movedPx / pixelsPerSecond;
      const { atSeconds } = clock.getPlaybackTime();
      return placeLine({ lines, durationSeconds }, index, wantedSeconds, { atSeconds, pixelsPerSecond });
    }
    function show() {
      if (ending.signal.aborted) return;
      // The window goes on under a pointer that stands still.
      isShowing = scrollAtEdge(latest.current.view, pointerPx);
      if (isShowing) requestAnimationFrame(show);
      setDragged({ lineId, startSeconds: find() });
    }
    const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', take: (px: number) => void) =>
      window.addEventListener(name, each => each.pointerId === pointerId && take(each.clientX), ending);
    listen('pointermove', px => {
      pointerPx = px;
      if (!isDrag && Math.abs(px - startPx) < thresholdPx) return;
      if (!isDrag) lane.setPointerCapture(pointerId);
      isDrag = true;
      isNoClick.current = true;
      latest.current.view.hold(true);
      if (!isShowing) requestAnimationFrame(show);
      isShowing = true;
    });
    listen('pointerup', () => {
      const startSeconds = isDrag ? find() : Number.NaN;
      const before = latest.current.lines.find(({ line }) => line.id === lineId);
      ending.abort();
      if (isDrag && before && startSeconds !== before.startSeconds)
        latest.current.onMove(lineId, startSeconds);
    });
    listen('pointercancel', () => ending.abort());
    const takeKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !isDrag) return;
      pressed.preventDefault();
      ending.abort();
    };
    // It puts the line back, wherever the focus is.
    window.addEventListener('keydown', takeKey, { capture: true, signal: ending.signal });
    ending.signal.addEventListener('abort', () => {
      setDragged(undefined);
      latest.current.view.hold(false);
    });
  }

  return {
    dragged,
    begin,
    /** Stops the click after a drag. */
    sortClick(event: MouseEvent): void {
      if (isNoClick.current) event.stopPropagation();
      isNoClick.current = false;
    },
  };
}

/** @returns whether it has scrolled */
function scrollAtEdge({ scroller: { current: scroller } }: TimelineView, pointerPx: number): boolean {
  if (!scroller) return false;
  const { left, right } = scroller.getBoundingClientRect();
  const before = scroller.scrollLeft;
  if (pointerPx < left + edgePx) scroller.scrollLeft -= edgeSpeedPx;
  else if (pointerPx > right - edgePx) scroller.scrollLeft += edgeSpeedPx;
  return scroller.scrollLeft !== before;
}
