import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { drawPeaks } from '#media/sound/peaks.ts';
import { maxSpeed } from '#shared/limits.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import type { Player } from '../model/editor-state.ts';
import {
  describeNeed,
  findLineExcess,
  getDurationSeconds,
  getLineStates,
  type LineState,
  printSeconds,
} from '../model/line-states.ts';
import { getNarration, isReadOnly } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { useSoundPeaks } from '../player/voice-wave.tsx';
import { readBlockKey } from '../script/keys.tsx';
import { findLinesWithin, placeLine } from './geometry.ts';
import classes from './timeline-blocks.module.css';
import { SpanMarks } from './timeline-rows.tsx';
import type { TimelineView } from './use-timeline-view.ts';

interface TimelineBlocksProps {
  readonly player: Player;
  readonly view: TimelineView;
  readonly hintId: string;
  readonly onMove: (lineId: string, startSeconds: number) => void;
}

/** More side by side could neither be read nor hit, and would cost each zoom too much: they are drawn as a row of marks. */
const maxBlocks = 150;

export function TimelineBlocks({ player, view, hintId, onMove }: TimelineBlocksProps) {
  const { store } = useEditor();
  const lines = useEditorState(getLineStates);
  const durationSeconds = useEditorState(getDurationSeconds);
  const isFixed = useEditorState(isReadOnly);
  const unwritten = useEditorState(state => getNarration(state)?.unwritten);
  const selectedLineId = useEditorState(state => state.selectedLineId);
  const lane = useRef<HTMLDivElement>(null);
  const { pixelsPerSecond, span } = view;
  const drag = useTimelineDrag({ lines, durationSeconds, view, player, onMove });
  const { dragged } = drag;
  const within = useMemo(() => {
    const places = { lines: dragged ? withMoved(lines, durationSeconds, dragged) : lines, durationSeconds };
    return findLinesWithin(places, { pixelsPerSecond, span });
  }, [lines, durationSeconds, dragged, pixelsPerSecond, span]);
  const isCrowded = within.length > maxBlocks;
  const selected = lines.find(({ line }) => line.id === selectedLineId);
  const wantsFocus = useShowSelected(lane, view, selected);
  /** The one that the Tab key comes to. */
  const stop = selected ?? within[0] ?? lines[0];
  const shown = isCrowded ? [] : within;
  const hasStop = shown.some(({ line }) => line.id === stop?.line.id);
  const select = (lineId: string) => store.setState({ selectedLineId: lineId });

  function takeKey(event: KeyboardEvent) {
    const index = lines.findIndex(({ line }) => line.id === findLineId(event.target));
    const pressed = lines[index];
    const action = pressed && readBlockKey(event, index, lines.length);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    const { line, startSeconds } = pressed;
    if (action.kind === 'seek') player.seekPicture(startSeconds);
    if (action.kind === 'move' && !isFixed)
      onMove(line.id, placeLine({ lines, durationSeconds }, index, startSeconds + action.bySeconds));
    const next = action.kind === 'go' && lines[action.index];
    if (next && next !== pressed) {
      wantsFocus.current = true;
      select(next.line.id);
    }
  }

  function begin(event: PointerEvent<HTMLElement>) {
    const lineId = findLineId(event.target);
    if (lineId === undefined) return;
    // A finger or a pen scrolls over lines that are not selected; a tap selects, and a press on the selected one drags.
    if (!isFixed && (event.pointerType === 'mouse' || lineId === selectedLineId)) drag.begin(event, lineId);
  }

  return (
    <div
      ref={lane}
      className={classes.lines}
      role="listbox"
      aria-label={t(timelineMessages.lines)}
      aria-orientation="horizontal"
      onKeyDown={takeKey}
      onFocus={event => {
        const lineId = findLineId(event.target);
        if (lineId !== undefined && lineId !== selectedLineId) select(lineId);
      }}
      onPointerDown={begin}
      onClickCapture={drag.sortClick}
      onDoubleClick={event => {
        const pressed = lines.find(({ line }) => line.id === findLineId(event.target));
        if (pressed) player.seekPicture(pressed.startSeconds);
      }}
    >
      {unwritten && (
        <SpanMarks
          className={classes.unwritten}
          spans={unwritten.map(({ fromMs, toMs }) => ({
            startSeconds: fromMs / 1000,
            endSeconds: toMs / 1000,
          }))}
          view={view}
        />
      )}
      {isCrowded && <SpanMarks spans={within.map(toSpan)} view={view} />}
      {(stop && !hasStop ? [...shown, stop] : shown).map(state => (
        <TimelineBlock
          key={state.line.id}
          state={state}
          count={lines.length}
          isSelected={state.line.id === selectedLineId}
          isStop={state.line.id === stop?.line.id}
          isDragged={state.line.id === dragged?.lineId}
          hintId={hintId}
        />
      ))}
    </div>
  );
}

function toSpan({ startSeconds, needSeconds }: LineState) {
  return { startSeconds, endSeconds: startSeconds + needSeconds };
}

function withMoved(
  lines: readonly LineState[],
  durationSeconds: number,
  { lineId, startSeconds }: { readonly lineId: string; readonly startSeconds: number },
): LineState[] {
  const at = lines.findIndex(({ line }) => line.id === lineId);
  const endSeconds = lines[at + 1]?.startSeconds ?? durationSeconds;
  return lines.map((state, index) => {
    if (index === at) return { ...state, startSeconds, availableSeconds: endSeconds - startSeconds };
    return index + 1 === at ? { ...state, availableSeconds: startSeconds - state.startSeconds } : state;
  });
}

function findLineId(target: EventTarget): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>('[data-line-id]')?.dataset.lineId
    : undefined;
}

/** A line that is selected or moved, here or elsewhere, comes into view. @returns set before a key selects another line: the focus goes along */
function useShowSelected(
  lane: { readonly current: HTMLElement | null },
  { reveal }: TimelineView,
  selected: LineState | undefined,
) {
  const wantsFocus = useRef(false);
  const lineId = selected?.line.id;
  const startSeconds = selected?.startSeconds;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was selected or moved comes into view
  useLayoutEffect(() => {
    if (startSeconds === undefined) return;
    reveal(startSeconds);
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const block = lane.current?.querySelector<HTMLElement>(`[data-line-id="${lineId}"] [role="option"]`);
    block?.focus({ preventScroll: true });
  }, [lineId, startSeconds]);
  return wantsFocus;
}

interface TimelineBlockProps extends Pick<TimelineBlocksProps, 'hintId'> {
  readonly state: LineState;
  readonly count: number;
  readonly isSelected: boolean;
  readonly isStop: boolean;
  readonly isDragged: boolean;
}

const maxBars = 120;
const numberRows = 3;

/** A line on the timeline: as wide as it is long, with its available duration behind it, and what is too long over the next. */
const TimelineBlock = memo(function TimelineBlock(props: TimelineBlockProps) {
  const { state, isSelected, isDragged } = props;
  const { line, index, needSeconds } = state;
  const peaks = useSoundPeaks(state.sound?.mp3);
  const excessSeconds = findLineExcess(state);
  const places: CSSProperties & Record<`--${string}`, number> = {
    '--start': state.startSeconds,
    '--need': needSeconds,
    '--shortest': needSeconds / maxSpeed,
    '--room': state.availableSeconds,
    '--row': index % numberRows,
    '--digits': String(index + 1).length,
  };
  return (
    <div
      className={classes.item}
      style={places}
      role="none"
      data-line-id={line.id}
      data-selected={isSelected || undefined}
    >
      <div className={classes.available} />
      {/* The listbox around it handles keys and pointers. */}
      <div
        className={classes.block}
        role="option"
        tabIndex={props.isStop ? 0 : -1}
        aria-selected={isSelected}
        aria-posinset={index + 1}
        aria-setsize={props.count}
        aria-describedby={props.hintId}
        data-spoken={state.isSpoken || undefined}
        title={line.text}
      >
        <span className="visually-hidden">{`${describeBlock(state)}: ${line.text}`}</span>
        {peaks && (
          <svg className={classes.wave} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={drawPeaks(peaks, maxBars)} />
          </svg>
        )}
        <span className={`truncate ${classes.head}`} aria-hidden="true">
          {line.isLocked && (
            <svg viewBox="0 0 24 24" width="14" fill="none" stroke="currentcolor" aria-hidden="true">
              <path d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" strokeWidth="2.2" />
            </svg>
          )}
          {line.toCheck && <strong>? </strong>}
          {excessSeconds > 0 && <strong>+{printSeconds(excessSeconds)} </strong>}
          <span dir="auto">{line.text}</span>
        </span>
      </div>
      <span className={classes.number} aria-hidden="true" data-number>
        {index + 1}
      </span>
      {excessSeconds > 0 && <div className={classes.overrun} />}
      {isDragged && <span className={classes.label}>{printShortTime(state.startSeconds)}</span>}
    </div>
  );
});

/** A line's time and fit, one fact after the other, such as "Line 3 at 0:12.5, about 4.1 of 5.0 s, locked". */
export function describeBlock(state: LineState): string {
  const { line, index, startSeconds, leftOut } = state;
  const excessSeconds = findLineExcess(state);
  const facts = [
    t(timelineMessages.lineAt, { number: index + 1, time: printShortTime(startSeconds) }),
    describeNeed(state),
    leftOut !== undefined && t(lineEditorMessages.leftOut),
    leftOut === undefined &&
      excessSeconds > 0 &&
      t(lineEditorMessages.tooLong, { seconds: printSeconds(excessSeconds) }),
    line.isLocked && t(timelineMessages.locked),
    line.toCheck && t(timelineMessages.toCheck),
  ];
  return facts.filter(Boolean).join(', ');
}

/** So near the edge of the window a dragged line takes the window with it. */
const edgePx = 36;
const edgeSpeedPx = 12;

interface DragProps extends Omit<TimelineBlocksProps, 'hintId'> {
  readonly lines: readonly LineState[];
  readonly durationSeconds: number;
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

    function find(): number {
      const { lines, durationSeconds, view, player } = latest.current;
      const { pixelsPerSecond } = view;
      const index = lines.findIndex(({ line }) => line.id === lineId);
      const movedPx = pointerPx - startPx + view.readScroll() - startScrolledPx;
      const wantedSeconds = (lines[index]?.startSeconds ?? 0) + movedPx / pixelsPerSecond;
      const { atSeconds } = player.picture.getPlaybackTime();
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
    const takeKey = (pressed: globalThis.KeyboardEvent) => {
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
