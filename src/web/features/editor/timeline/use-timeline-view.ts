import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { formatDuration } from '../../../lib/format.ts';
import type { Clock } from '../model/editor-state.ts';
import {
  findDrawnSpan,
  findScrollAfterZoom,
  findScrollTo,
  findWholeZoom,
  limitZoom,
  zoomStep,
} from './geometry.ts';

interface ViewState {
  /** In pixels a second; 0 shows the whole video, however wide the window is. */
  readonly zoom: number;
  readonly widthPx: number;
  readonly scrolledPx: number;
}

export type TimelineView = ReturnType<typeof useTimelineView>;

export function useTimelineView(durationSeconds: number) {
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
  const readScroll = () => scroller.current?.scrollLeft ?? 0;
  const toWindowPx = (seconds: number) => seconds * pixelsPerSecond - readScroll();

  function scrollTo(px: number): void {
    if (!scroller.current) return;
    scroller.current.scrollLeft = px;
    ownScrollPx.current = scroller.current.scrollLeft;
  }

  function setZoom(factor: number, anchorPx?: number): void {
    setState(known => {
      const from = limitZoom(known.zoom, durationSeconds, known.widthPx);
      const to = limitZoom(from * factor, durationSeconds, known.widthPx);
      const scrolledPx = findScrollAfterZoom(readScroll(), anchorPx ?? known.widthPx / 2, from, to);
      const isWhole = to <= findWholeZoom(durationSeconds, known.widthPx);
      return { ...known, zoom: isWhole ? 0 : to, scrolledPx: Math.max(0, scrolledPx) };
    });
  }

  // What was under the pointer comes to stand there again, before anything is painted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after a zoom
  useLayoutEffect(() => scrollTo(state.scrolledPx), [pixelsPerSecond]);
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
    /** @param anchorSeconds what stays where it is; the middle of the window when left out */
    zoom(to: 'in' | 'out' | 'whole', anchorSeconds?: number): void {
      const factor = { in: zoomStep, out: 1 / zoomStep, whole: 0 }[to];
      setZoom(factor, anchorSeconds === undefined ? undefined : toWindowPx(anchorSeconds));
    },
    reveal(seconds: number): void {
      if (isHeld.current || widthPx === 0) return;
      const px = findScrollTo(seconds * pixelsPerSecond, readScroll(), widthPx);
      if (px === undefined) return;
      scrollTo(px);
      setState(known => keepOrScroll(known, readScroll()));
    },
    /** @param held a line is dragged by hand, and the window stands still for it */
    hold(held: boolean): void {
      isHeld.current = held;
    },
    readScroll,
    isInSight(seconds: number): boolean {
      const px = toWindowPx(seconds);
      return px >= -1 && px <= widthPx + 1;
    },
    /** To be called when the scroller has scrolled. @returns whether a person has done it */
    noteScroll(): boolean {
      const px = readScroll();
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

function useWidth(
  scroller: RefObject<HTMLDivElement | null>,
  setState: (change: (known: ViewState) => ViewState) => void,
) {
  useLayoutEffect(() => {
    const measure = () => {
      const widthPx = scroller.current?.clientWidth ?? 0;
      setState(known => (known.widthPx === widthPx ? known : { ...known, widthPx }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller, setState]);
}

function useZoomByWheel(
  scroller: RefObject<HTMLDivElement | null>,
  ruler: RefObject<HTMLDivElement | null>,
  setZoom: (factor: number, anchorPx: number) => void,
) {
  const zoom = useEffectEvent(setZoom);
  useEffect(() => {
    const element = scroller.current;
    const leaving = new AbortController();
    let turned = 0;
    let isWaiting = false;
    const turn = (event: WheelEvent) => {
      const isOnRuler = event.target instanceof Node && ruler.current?.contains(event.target) === true;
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!element || (!event.ctrlKey && (!isOnRuler || isSideways))) return;
      event.preventDefault();
      turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1);
      const anchorPx = event.clientX - element.getBoundingClientRect().left;
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        if (!leaving.signal.aborted) zoom(Math.exp(-turned / 300), anchorPx);
        turned = 0;
        isWaiting = false;
      });
    };
    // React listens passively, and the browser would zoom the page.
    element?.addEventListener('wheel', turn, { passive: false, signal: leaving.signal });
    return () => leaving.abort();
  }, [scroller, ruler]);
}

/** Further than playback moves between two reports: a jump. */
const jumpSeconds = 0.6;

/** Without a render. While it plays the window follows page by page, unless the person has scrolled away; a jump is followed always. */
export function useTimelinePlayhead(clock: Clock, view: TimelineView, durationSeconds: number) {
  const line = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const isFollowing = useRef(true);
  const lastSeconds = useRef(Number.NaN);
  const [isAway, setIsAway] = useState(false);
  const show = useEffectEvent(() => {
    const { atSeconds, isPlaying } = clock.getPlaybackTime();
    const hasJumped = !(Math.abs(atSeconds - lastSeconds.current) <= jumpSeconds);
    // Before the window has a width it shows nothing.
    if (view.widthPx > 0) lastSeconds.current = atSeconds;
    if (hasJumped) isFollowing.current = true;
    if (line.current) line.current.style.transform = `translateX(${atSeconds * view.pixelsPerSecond}px)`;
    if (slider.current) {
      slider.current.value = String(atSeconds);
      const place = { time: printShortTime(atSeconds), total: formatDuration(durationSeconds) };
      slider.current.setAttribute('aria-valuetext', t(timelineMessages.positionOf, place));
    }
    if (isFollowing.current && (isPlaying || hasJumped)) view.reveal(atSeconds);
    setIsAway(!view.isInSight(atSeconds));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: under another zoom it stands elsewhere
  useLayoutEffect(() => show(), [view.pixelsPerSecond, view.widthPx, durationSeconds]);
  useLayoutEffect(() => clock.subscribe(() => show()), [clock]);

  return {
    line,
    slider,
    isAway,
    noteScroll(): void {
      isFollowing.current = view.isInSight(clock.getPlaybackTime().atSeconds);
      setIsAway(!isFollowing.current);
    },
    follow(): void {
      isFollowing.current = true;
      view.reveal(clock.getPlaybackTime().atSeconds);
      setIsAway(false);
    },
  };
}
