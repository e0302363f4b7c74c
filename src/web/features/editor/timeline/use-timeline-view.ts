import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  findDrawnSpan,
  findScrollAfterZoom,
  findScrollTo,
  findWholeZoom,
  limitZoom,
  type Span,
  zoomStep,
} from './geometry.ts';

/** What of the video is in sight. */
export interface TimelineView {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The wheel zooms on it. */
  readonly ruler: RefObject<HTMLDivElement | null>;
  readonly pixelsPerSecond: number;
  readonly widthPx: number;
  readonly contentPx: number;
  /** What is drawn of it: more than is in sight. */
  readonly span: Span;
  readonly isWhole: boolean;
  readonly isClosest: boolean;
  /** @param anchorSeconds what stays where it is; the middle of the window when left out */
  zoom(to: 'in' | 'out' | 'whole', anchorSeconds?: number): void;
  /** Scrolls as far as is needed to show a place; not while something is held in it. */
  reveal(seconds: number): void;
  /** @param isHeld a line is dragged by hand, and the window stands still for it */
  hold(isHeld: boolean): void;
  /** Whether a place is in sight now. */
  isInSight(seconds: number): boolean;
  /** To be called when the scroller has scrolled. @returns whether a person has done it */
  noteScroll(): boolean;
}

interface ViewState {
  /** In pixels a second; 0 shows the whole video, however wide the window is. */
  readonly zoom: number;
  readonly widthPx: number;
  readonly scrolledPx: number;
}

/** The window of the timeline: its scroll position and zoom. Renders only when the drawing changes. */
export function useTimelineView(durationSeconds: number): TimelineView {
  const scroller = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const ownScrollPx = useRef<number>(undefined);
  const isHeld = useRef(false);
  const [state, setState] = useState<ViewState>({ zoom: 0, widthPx: 0, scrolledPx: 0 });
  const { widthPx } = state;
  const pixelsPerSecond = limitZoom(state.zoom, durationSeconds, widthPx);
  const contentPx = durationSeconds * pixelsPerSecond;
  const scrolledPx = Math.min(state.scrolledPx, Math.max(0, contentPx - widthPx));
  const { fromPx, toPx } = findDrawnSpan(scrolledPx, widthPx, contentPx);
  const span = useMemo(() => ({ fromPx, toPx }), [fromPx, toPx]);

  const scrollTo = useCallback((px: number) => {
    if (!scroller.current) return;
    scroller.current.scrollLeft = px;
    ownScrollPx.current = scroller.current.scrollLeft;
    setState(known => keepOrScroll(known, scroller.current?.scrollLeft ?? 0));
  }, []);

  const setZoom = useCallback(
    (factor: number, anchorPx?: number) => {
      setState(known => {
        const from = limitZoom(known.zoom, durationSeconds, known.widthPx);
        const to = limitZoom(from * factor, durationSeconds, known.widthPx);
        const before = scroller.current?.scrollLeft ?? 0;
        const scrolledPx = findScrollAfterZoom(before, anchorPx ?? known.widthPx / 2, from, to);
        const isWhole = to <= findWholeZoom(durationSeconds, known.widthPx);
        return { ...known, zoom: isWhole ? 0 : to, scrolledPx: Math.max(0, scrolledPx) };
      });
    },
    [durationSeconds],
  );

  useScrollAfterZoom(scroller, ownScrollPx, { pixelsPerSecond, scrolledPx: state.scrolledPx });
  useWidth(scroller, setState);
  useZoomByWheel(scroller, ruler, setZoom);

  return {
    scroller,
    ruler,
    pixelsPerSecond,
    widthPx,
    contentPx,
    span,
    isWhole: pixelsPerSecond <= findWholeZoom(durationSeconds, widthPx) * 1.001,
    isClosest: limitZoom(pixelsPerSecond * 1.01, durationSeconds, widthPx) <= pixelsPerSecond,
    zoom(to, anchorSeconds) {
      const anchorPx =
        anchorSeconds === undefined
          ? undefined
          : anchorSeconds * pixelsPerSecond - (scroller.current?.scrollLeft ?? 0);
      if (to === 'whole') setZoom(0, anchorPx);
      else setZoom(to === 'in' ? zoomStep : 1 / zoomStep, anchorPx);
    },
    reveal(seconds) {
      if (isHeld.current || widthPx === 0) return;
      const px = findScrollTo(seconds * pixelsPerSecond, scroller.current?.scrollLeft ?? 0, widthPx);
      if (px !== undefined) scrollTo(px);
    },
    hold(held) {
      isHeld.current = held;
    },
    isInSight(seconds) {
      const px = seconds * pixelsPerSecond - (scroller.current?.scrollLeft ?? 0);
      return px >= -1 && px <= widthPx + 1;
    },
    noteScroll() {
      const px = scroller.current?.scrollLeft ?? 0;
      setState(known => keepOrScroll(known, px));
      const isOwn = ownScrollPx.current !== undefined && Math.abs(ownScrollPx.current - px) < 2;
      if (!isOwn) ownScrollPx.current = undefined;
      return !isOwn;
    },
  };
}

/** The same state where the same is drawn: nothing renders then. */
function keepOrScroll(known: ViewState, scrolledPx: number): ViewState {
  const find = (px: number) => findDrawnSpan(px, known.widthPx, Number.POSITIVE_INFINITY).fromPx;
  return find(scrolledPx) === find(known.scrolledPx) ? known : { ...known, scrolledPx };
}

/** What was under the pointer comes to stand there again, before anything is painted. */
function useScrollAfterZoom(
  scroller: RefObject<HTMLDivElement | null>,
  ownScrollPx: RefObject<number | undefined>,
  { pixelsPerSecond, scrolledPx }: { pixelsPerSecond: number; scrolledPx: number },
) {
  const zoomed = useRef(pixelsPerSecond);
  useLayoutEffect(() => {
    if (zoomed.current === pixelsPerSecond || !scroller.current) return;
    zoomed.current = pixelsPerSecond;
    scroller.current.scrollLeft = scrolledPx;
    ownScrollPx.current = scroller.current.scrollLeft;
  }, [scroller, ownScrollPx, pixelsPerSecond, scrolledPx]);
}

function useWidth(
  scroller: RefObject<HTMLDivElement | null>,
  setState: (change: (known: ViewState) => ViewState) => void,
) {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const widthPx = element.clientWidth;
      setState(known => (known.widthPx === widthPx ? known : { ...known, widthPx }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, setState]);
}

/** The wheel on the ruler, elsewhere with Ctrl, or two fingers on a trackpad: at most once a frame. */
function useZoomByWheel(
  scroller: RefObject<HTMLDivElement | null>,
  ruler: RefObject<HTMLDivElement | null>,
  setZoom: (factor: number, anchorPx: number) => void,
) {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let turned = 0;
    let frame: number | undefined;
    const turn = (event: WheelEvent) => {
      const isOnRuler = event.target instanceof Node && ruler.current?.contains(event.target) === true;
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!event.ctrlKey && (!isOnRuler || isSideways)) return;
      event.preventDefault();
      turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1);
      const anchorPx = event.clientX - element.getBoundingClientRect().left;
      frame ??= requestAnimationFrame(() => {
        setZoom(Math.exp(-turned / 300), anchorPx);
        turned = 0;
        frame = undefined;
      });
    };
    // React listens passively, and the browser would zoom the page.
    element.addEventListener('wheel', turn, { passive: false });
    return () => {
      element.removeEventListener('wheel', turn);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [scroller, ruler, setZoom]);
}
