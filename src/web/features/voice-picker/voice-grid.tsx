// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a grid that is no table of data
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
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

export type Cell = { readonly row: number; readonly column: number };

export const columns = { name: 0, play: 1, star: 2 } as const;

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
    const order = [...names.keys()].map(step => (first + step) % names.length);
    return order.find(index => names[index]?.toLowerCase().startsWith(start));
  }
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

/** The grid has the focus and names the active cell, because most of a long list's rows are not rendered. */
export function VoiceGrid(props: VoiceGridProps) {
  const { ref, id, groups, voices, active, onMove, chosen, language, onChoose } = props;
  const player = usePreviewPlayer(language);
  const [favourites, setFavourites] = useState(() => readKept('favourites'));
  const [typeahead] = useState(() => new Typeahead());
  const list = useVirtualRows(ref, groups, active);
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
      >
        {list.groups.map(({ label, note, start, heightPx, rows }) => (
          <div key={label} role="rowgroup" aria-label={label} style={{ height: heightPx }}>
            <p
              ref={list.measure}
              data-index={start}
              className={`soft small truncate ${classes.heading}`}
              title={note}
            >
              <strong>{label}</strong> {note}
            </p>
            {rows.map(({ voice, row, at, topPx }) => (
              <VoiceRow
                key={voice.id}
                ref={list.measure}
                data-index={at}
                grid={id}
                voice={voice}
                index={row}
                topPx={topPx}
                isChosen={voice.id === chosenId}
                isFavourite={favourites.includes(voice.id)}
                activeColumn={row === active.row ? active.column : undefined}
                preview={player.preview?.id === voice.id ? player.preview : undefined}
                onPress={column => press(voice, { row, column })}
              />
            ))}
          </div>
        ))}
      </div>
      <audio {...player.audio} />
    </>
  );
}

// Until they are measured.
const headingPx = 38;
const rowPx = 68;

/** Up to this number all are rendered, so that the browser's own search finds them. */
const maxUnwindowed = 60;

/** The rows of a long list that are in sight or near it, in their groups; the active one is always there, because the grid names it. */
function useVirtualRows(list: RefObject<HTMLElement | null>, groups: readonly VoiceRows[], active: Cell) {
  // Each heading counts as an item before its rows.
  const starts = groups.map((_, group) =>
    groups.slice(0, group).reduce((sum, { voices }) => sum + 1 + voices.length, 0),
  );
  const count = groups.reduce((sum, { voices }) => sum + 1 + voices.length, 0);
  const activeAt = active.row + starts.filter((start, group) => start - group <= active.row).length;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: at => (starts.includes(at) ? headingPx : rowPx),
    scrollPaddingStart: headingPx,
    overscan: 6,
    rangeExtractor: range => {
      if (count <= maxUnwindowed) return [...Array(count).keys()];
      return [...new Set([...defaultRangeExtractor(range), activeAt])].filter(at => at < count);
    },
  });
  const wasShown = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move scrolls
  useLayoutEffect(() => {
    virtualizer.scrollToIndex(activeAt, { align: wasShown.current ? 'auto' : 'center' });
    wasShown.current = true;
  }, [active]);
  const items = virtualizer.getVirtualItems();
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  return {
    measure: virtualizer.measureElement,
    pageRows: Math.max(1, endIndex - startIndex - 1),
    groups: groups.map((group, index) => {
      const start = starts[index] ?? 0;
      const end = start + group.voices.length;
      const topPx = virtualizer.measurementsCache[start]?.start ?? 0;
      return {
        ...group,
        start,
        heightPx: (virtualizer.measurementsCache[end]?.end ?? 0) - topPx,
        rows: items.flatMap(item => {
          const voice = group.voices[item.index - start - 1];
          return voice
            ? { voice, row: item.index - index - 1, at: item.index, topPx: item.start - topPx }
            : [];
        }),
      };
    }),
  };
}

/** A press of the mouse leaves the focus where it is: in the search or on the grid. */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('[role="row"]')) event.preventDefault();
}

export function getCellId(grid: string, voiceId: string, column: number): string {
  return `${grid}${encodeURIComponent(voiceId.toWellFormed())}-${column}`;
}

interface VoiceRowProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly 'data-index': number;
  readonly grid: string;
  readonly voice: ListedVoice;
  readonly index: number;
  /** In pixels from the top of its group. */
  readonly topPx: number;
  readonly isChosen: boolean;
  readonly isFavourite: boolean;
  readonly activeColumn: number | undefined;
  readonly preview: Preview | undefined;
  readonly onPress: (column: number) => void;
}

function VoiceRow(props: VoiceRowProps) {
  const { ref, grid, voice, index, topPx, isChosen, isFavourite, activeColumn, preview, onPress } = props;
  const cell = (column: number) => ({
    id: getCellId(grid, voice.id, column),
    'data-active-item': activeColumn === column || undefined,
  });
  return (
    <div
      ref={ref}
      data-index={props['data-index']}
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
        <VoiceFacts voice={voice} />
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
