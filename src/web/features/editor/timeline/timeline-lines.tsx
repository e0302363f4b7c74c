import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { getDurationSeconds, getLineStates } from '../model/line-states.ts';
import type { LineState } from '../model/list-lines.ts';
import type { Player } from '../model/player.ts';
import { isReadOnly } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { readBlockKey } from './block-keys.ts';
import { findLinesWithin, placeLine } from './geometry.ts';
import { SpanMarks } from './span-marks.tsx';
import classes from './timeline.module.css';
import { TimelineBlock } from './timeline-block.tsx';
import { useTimelineDrag } from './use-timeline-drag.ts';
import type { TimelineView } from './use-timeline-view.ts';

interface TimelineLinesProps {
  readonly player: Player;
  readonly view: TimelineView;
  /** Of the element that tells which keys there are. */
  readonly hintId: string;
  readonly onMove: (lineId: string, startSeconds: number) => void;
}

/** More side by side could neither be read nor hit, and would cost each zoom too much: they are drawn as a row of marks. */
const maxBlocks = 150;

/** The lane of the blocks: those in sight, and the selected one. One stop of the keyboard. */
export function TimelineLines({ player, view, hintId, onMove }: TimelineLinesProps) {
  const { store } = useEditor();
  const lines = useEditorState(getLineStates);
  const durationSeconds = useEditorState(getDurationSeconds);
  const isFixed = useEditorState(isReadOnly);
  const selectedLineId = useEditorState(state => state.selectedLineId);
  const lane = useRef<HTMLDivElement>(null);
  const places = useMemo(() => ({ lines, durationSeconds }), [lines, durationSeconds]);
  const { pixelsPerSecond, span } = view;
  const within = useMemo(
    () => findLinesWithin(places, { pixelsPerSecond, span }),
    [places, pixelsPerSecond, span],
  );
  const drag = useTimelineDrag({ places, view, clock: player.picture, onMove });
  const isCrowded = within.length > maxBlocks;
  const selected = lines.find(({ line }) => line.id === selectedLineId);
  const focusSelected = useShowSelected(lane, view, selected);
  /** The one that the Tab key comes to. */
  const stop = selected ?? within[0] ?? lines[0];
  const shown = isCrowded ? [] : within;

  function select(lineId: string) {
    store.setState({ selectedLineId: lineId });
  }

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
      onMove(line.id, placeLine(places, index, startSeconds + action.bySeconds));
    const next = action.kind === 'go' && lines[action.index];
    if (next && next !== pressed) {
      focusSelected();
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
      onPointerMove={drag.follow}
      onPointerUp={drag.end}
      onPointerCancel={drag.cancel}
      // A block loses a finger to the lane when a drag begins; that is no end.
      onLostPointerCapture={event => event.target === event.currentTarget && drag.cancel()}
      onClickCapture={drag.sortClick}
      onDoubleClick={event => {
        const pressed = lines.find(({ line }) => line.id === findLineId(event.target));
        if (pressed) player.seekPicture(pressed.startSeconds);
      }}
    >
      {isCrowded && <SpanMarks className={classes.marks} spans={within.map(toSpan)} view={view} />}
      {(stop && !shown.includes(stop) ? [...shown, stop] : shown).map(state => (
        <TimelineBlock
          key={state.line.id}
          state={state}
          count={lines.length}
          isSelected={state === selected}
          isStop={state === stop}
          hintId={hintId}
        />
      ))}
      <span className={classes.label} data-label hidden aria-hidden="true" />
    </div>
  );
}

/** The line that an element of the timeline belongs to; undefined where it belongs to none. */
function findLineId(target: EventTarget): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>('[data-line-id]')?.dataset.lineId
    : undefined;
}

function toSpan({ startSeconds, needSeconds }: { startSeconds: number; needSeconds: number }) {
  return { startSeconds, endSeconds: startSeconds + needSeconds };
}

/**
 * A line that is selected or moved, here or elsewhere, comes into view.
 * @returns to be called before a key selects another line: the focus goes along
 */
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
  return () => {
    wantsFocus.current = true;
  };
}
