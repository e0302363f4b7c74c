// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a grid that is no table of data
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { type ChosenVoice, toVoiceId } from '#shared/voices.ts';
import { IconButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import popup from '../../components/picker-popup.module.css';
import { ChosenMark } from '../../components/picker-popup.tsx';
import { PlayButton, type Preview, usePreviewPlayer } from '../voice-samples/public.ts';
import { type ListedVoice, readKept, toggleFavourite, type VoiceRows } from './listed-voices.ts';
import { TagChip } from './tag-filters.tsx';
import classes from './voice-picker.module.css';

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export const columns = { name: 0, play: 1, star: 2 } as const;

/** The cell that a key moves to; undefined for other keys. */
export function findNextCell(
  key: string,
  { row, column }: Cell,
  rowCount: number,
  pageRows: number,
): Cell | undefined {
  const toRow = (next: number) => ({ row: Math.min(rowCount - 1, Math.max(0, next)), column });
  switch (key) {
    case 'ArrowDown':
      return toRow(row + 1);
    case 'ArrowUp':
      return toRow(row - 1);
    case 'PageDown':
      return toRow(row + pageRows);
    case 'PageUp':
      return toRow(row - pageRows);
    case 'ArrowRight':
      return { row, column: Math.min(columns.star, column + 1) };
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'Home':
      return { row: 0, column: 0 };
    case 'End':
      return { row: rowCount - 1, column: 0 };
    default:
      return undefined;
  }
}

const typeaheadMs = 500;

/** Letters typed in the list go to the next name that starts with them; one letter repeated to the next name with it. */
export class Typeahead {
  #typed = '';
  #lastMs = 0;

  /** A space belongs to the name that is being typed. */
  isTyping(nowMs: number): boolean {
    return this.#typed !== '' && nowMs - this.#lastMs < typeaheadMs;
  }

  /** @returns the index of the name; undefined if none starts so */
  type(letter: string, names: readonly string[], from: number, nowMs: number): number | undefined {
    this.#typed = (this.isTyping(nowMs) ? this.#typed : '') + letter.toLowerCase();
    this.#lastMs = nowMs;
    const isRepeated = [...this.#typed].every(each => each === letter.toLowerCase());
    const start = isRepeated ? letter.toLowerCase() : this.#typed;
    // A longer text may go on with the name that it is at.
    const first = isRepeated ? from + 1 : from;
    for (let step = 0; step < names.length; step++) {
      const index = (first + step) % names.length;
      if (names[index]?.toLowerCase().startsWith(start)) return index;
    }
    return undefined;
  }
}

/** In pixels. */
interface RowHeights {
  readonly heading: number;
  readonly row: number;
}

interface View {
  readonly top: number;
  readonly height: number;
}

/** Above and below what is in sight. */
const marginRows = 6;

/** Up to this number all are rendered, so that the browser's own search finds them. */
const maxUnwindowed = 60;

/** Indexes in a group. */
interface RenderedRows {
  readonly from: number;
  readonly to: number;
}

/** @param counts rows of each group */
export function findRendered(counts: readonly number[], view: View, heights: RowHeights): RenderedRows[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let top = 0;
  return counts.map(count => {
    const firstTop = top + heights.heading;
    top = firstTop + count * heights.row;
    if (total <= maxUnwindowed) return { from: 0, to: count };
    const clamp = (index: number) => Math.min(count, Math.max(0, index));
    return {
      from: clamp(Math.floor((view.top - firstTop) / heights.row) - marginRows),
      to: clamp(Math.ceil((view.top + view.height - firstTop) / heights.row) + marginRows),
    };
  });
}

/** In pixels from the top of the list. @param index among the rows of all groups */
export function findRowTop(counts: readonly number[], index: number, heights: RowHeights): number {
  let before = 0;
  for (const [group, count] of counts.entries()) {
    if (index < before + count) return (group + 1) * heights.heading + index * heights.row;
    before += count;
  }
  return 0;
}

/** Changes the scroll position no more than showing a row below its heading needs. */
export function scrollToRow(rowTop: number, view: View, { heading, row }: RowHeights): number {
  return Math.max(Math.min(view.top, rowTop - heading), rowTop + row - view.height);
}

// Before the first layout.
const usualHeights: RowHeights = { heading: 38, row: 64 };
const usualView: View = { top: 0, height: 640 };

/** Which rows of a long list are rendered, and where. Keeps the active row in sight. */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  groups: readonly { readonly voices: readonly unknown[] }[],
  active: Cell,
) {
  const [heights, setHeights] = useState(usualHeights);
  const [view, setView] = useState(usualView);
  const wasShown = useRef(false);
  const counts = groups.map(({ voices }) => voices.length);
  const rendered = findRendered(counts, view, heights);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      setHeights(before => measureRows(element, before));
      setView(before => (before.height === element.clientHeight ? before : readView(element)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move, or other heights, scrolls
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const rowTop = findRowTop(counts, active.row, heights);
    const { clientHeight } = element;
    element.scrollTop = wasShown.current
      ? scrollToRow(rowTop, readView(element), heights)
      : rowTop - (clientHeight - heights.row) / 2;
    wasShown.current = clientHeight > 0 && heights !== usualHeights;
    setView(readView(element));
  }, [active, heights]);

  return {
    pageRows: Math.max(1, Math.floor(view.height / heights.row) - 1),
    /** @param activeAt index of the active row in the group; it is always rendered, because the grid names it */
    listRendered(group: number, activeAt: number): number[] {
      const { from, to } = rendered[group] ?? { from: 0, to: 0 };
      const rows = Array.from({ length: to - from }, (_, at) => from + at);
      const isFar = (activeAt < from || activeAt >= to) && activeAt >= 0 && activeAt < (counts[group] ?? 0);
      return isFar ? [...rows, activeAt] : rows;
    },
    getTop: (at: number) => heights.heading + at * heights.row,
    getHeight: (count: number) => heights.heading + count * heights.row,
    onScroll() {
      const element = list.current;
      if (!element) return;
      const next = readView(element);
      // Rows come and go in steps of a row.
      const step = (top: number) => Math.floor(top / heights.row);
      setView(before => (step(before.top) === step(next.top) ? before : next));
    },
  };
}

function readView({ scrollTop, clientHeight }: HTMLElement): View {
  return { top: scrollTop, height: clientHeight };
}

/** The heights before while the list is not shown. */
function measureRows(list: HTMLElement, before: RowHeights): RowHeights {
  const row = list.querySelector<HTMLElement>('[role="row"]')?.offsetHeight || before.row;
  const heading = list.querySelector<HTMLElement>('[role="rowgroup"] > p')?.offsetHeight || before.heading;
  return row === before.row && heading === before.heading && before !== usualHeights
    ? before
    : { row, heading };
}

interface VoiceGridProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly id: string;
  readonly groups: readonly VoiceRows[];
  readonly voices: readonly ListedVoice[];
  readonly active: Cell;
  readonly onMove: (cell: Cell) => void;
  readonly chosen: ChosenVoice | undefined;
  readonly language: LanguageName;
  readonly onChoose: (voice: ListedVoice) => void;
}

/**
 * A row for each voice: its name with tags, its Play button and its star. The grid has the focus and names the active cell, because most
 * of a long list's rows are not rendered.
 */
export function VoiceGrid(props: VoiceGridProps) {
  const { ref, id, groups, voices, active, onMove, chosen, language, onChoose } = props;
  const player = usePreviewPlayer(language);
  const [favourites, setFavourites] = useState(() => readKept('favourites'));
  const [typeahead] = useState(() => new Typeahead());
  const list = useRowWindow(ref, groups, active);
  const activeVoice = voices[active.row];
  const chosenId = chosen && toVoiceId(chosen);

  function press(voice: ListedVoice, cell: Cell) {
    if (cell.column === columns.name) return onChoose(voice);
    onMove(cell);
    if (cell.column === columns.play) player.toggle(voice);
    else setFavourites(toggleFavourite(voice.id));
  }

  function pressKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || voices.length === 0) return;
    const { key, timeStamp } = event;
    const isSpace = key === ' ' && !typeahead.isTyping(timeStamp);
    if (key === 'Enter' || isSpace) {
      // A button that a screen reader has focused handles the key itself.
      if (event.target !== event.currentTarget || !activeVoice) return;
      event.preventDefault();
      document.getElementById(getCellId(id, activeVoice.id, active.column))?.click();
      return;
    }
    const next = findNextCell(key, active, voices.length, list.pageRows) ?? typeTo(key, timeStamp);
    if (!next) return;
    event.preventDefault();
    onMove(next);
  }

  function typeTo(key: string, nowMs: number): Cell | undefined {
    if ([...key].length !== 1) return undefined;
    const names = voices.map(({ name }) => name);
    const row = typeahead.type(key, names, active.row, nowMs);
    return row === undefined ? undefined : { row, column: columns.name };
  }

  let before = 0;
  return (
    <>
      <div
        ref={ref}
        id={id}
        className={`scroll ${popup.list} ${classes.grid}`}
        role="grid"
        tabIndex={0}
        aria-label={t(voiceListMessages.grid)}
        aria-rowcount={voices.length}
        aria-activedescendant={activeVoice && getCellId(id, activeVoice.id, active.column)}
        onKeyDown={pressKey}
        onMouseDown={keepFocus}
        onScroll={list.onScroll}
      >
        {groups.map(({ label, note, voices: rows }, group) => {
          const first = before;
          before += rows.length;
          return (
            <div
              key={label}
              role="rowgroup"
              aria-label={label}
              style={{ height: list.getHeight(rows.length) }}
            >
              <p className={`soft small truncate ${classes.heading}`} title={note}>
                <strong>{label}</strong> {note}
              </p>
              {list.listRendered(group, active.row - first).map(at => {
                const voice = rows[at];
                return (
                  voice && (
                    <VoiceRow
                      key={voice.id}
                      grid={id}
                      voice={voice}
                      index={first + at}
                      topPx={list.getTop(at)}
                      isChosen={voice.id === chosenId}
                      isFavourite={favourites.includes(voice.id)}
                      activeColumn={first + at === active.row ? active.column : undefined}
                      preview={player.preview?.id === voice.id ? player.preview : undefined}
                      onPress={column => press(voice, { row: first + at, column })}
                    />
                  )
                );
              })}
            </div>
          );
        })}
      </div>
      <audio {...player.audio} />
    </>
  );
}

/** A press of the mouse leaves the focus where it is: in the search or on the grid. */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('[role="row"]')) event.preventDefault();
}

export function getCellId(grid: string, voiceId: string, column: number): string {
  return `${grid}${encodeURIComponent(voiceId.toWellFormed())}-${column}`;
}

interface VoiceRowProps {
  readonly grid: string;
  readonly voice: ListedVoice;
  /** Among all rows, from 0. */
  readonly index: number;
  /** In pixels from the top of its group. */
  readonly topPx: number;
  readonly isChosen: boolean;
  readonly isFavourite: boolean;
  /** The column of the active cell, if it is in this row. */
  readonly activeColumn: number | undefined;
  readonly preview: Preview | undefined;
  readonly onPress: (column: number) => void;
}

function VoiceRow(props: VoiceRowProps) {
  const { grid, voice, index, topPx, isChosen, isFavourite, activeColumn, preview, onPress } = props;
  const cell = (column: number) => ({
    id: getCellId(grid, voice.id, column),
    'data-active-item': activeColumn === column || undefined,
  });
  return (
    <div
      className={classes.row}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isChosen}
      style={{ top: topPx }}
    >
      <div
        className={classes.voice}
        role="gridcell"
        onClick={() => onPress(columns.name)}
        {...cell(columns.name)}
      >
        <span className={classes.name}>
          {voice.name}
          {isChosen && <ChosenMark role="img" aria-label={t(voiceListMessages.selected)} />}
        </span>
        {preview?.problem ? undefined : <VoiceFacts voice={voice} />}
      </div>
      <div role="gridcell">
        <PlayButton
          voice={voice}
          preview={preview}
          tabIndex={-1}
          onClick={() => onPress(columns.play)}
          {...cell(columns.play)}
        />
      </div>
      <div role="gridcell">
        <IconButton
          className={classes.star}
          tabIndex={-1}
          aria-pressed={isFavourite}
          label={t(voiceListMessages.favourite, { voice: voice.name })}
          path="m12 3.500 2.650 5.450 5.950.850-4.300 4.200 1 5.950-5.300-2.800-5.300 2.800 1-5.950-4.300-4.200 5.950-.850z"
          onClick={() => onPress(columns.star)}
          {...cell(columns.star)}
        />
      </div>
      {preview?.problem && (
        <div className={`small ${classes.problem}`} role="gridcell">
          <Notice tone="problem">{preview.problem}</Notice>
        </div>
      )}
    </div>
  );
}

function VoiceFacts({ voice: { tags, mark, facts } }: Pick<VoiceRowProps, 'voice'>) {
  return (
    <>
      <span className={classes.tags}>
        {tags.map(tag => (
          <TagChip key={tag} tag={tag} />
        ))}
      </span>
      {(mark || facts) && (
        <span className={`soft truncate ${classes.facts}`} title={facts}>
          {mark && <em>{mark}</em>}
          {mark && facts && ' · '}
          {facts}
        </span>
      )}
    </>
  );
}
