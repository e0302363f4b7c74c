// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a grid that is no table of data
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { type ChosenVoice, toVoiceId } from '#shared/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { ChosenMark } from '../../components/picker-popup.tsx';
import { PlayButton, type Preview, usePreviewPlayer } from '../voice-samples/public.ts';
import { type Cell, columns, findNextCell, Typeahead, useRowWindow } from './grid-navigation.ts';
import { type ListedVoice, readKept, toggleFavourite, type VoiceRows } from './listed-voices.ts';
import { TagChip } from './tag-filters.tsx';
import classes from './voice-picker.module.css';

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
        className={classes.grid}
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
              <p className={classes.heading} title={note}>
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
      <div className={classes.button} role="gridcell">
        <PlayButton
          voice={voice}
          preview={preview}
          tabIndex={-1}
          onClick={() => onPress(columns.play)}
          {...cell(columns.play)}
        />
      </div>
      <div className={classes.button} role="gridcell">
        <button
          type="button"
          className={classes.star}
          tabIndex={-1}
          aria-pressed={isFavourite}
          aria-label={t(voiceListMessages.favourite, { voice: voice.name })}
          onClick={() => onPress(columns.star)}
          {...cell(columns.star)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m12 3.500 2.650 5.450 5.950.850-4.300 4.200 1 5.950-5.300-2.800-5.300 2.800 1-5.950-4.300-4.200 5.950-.850z" />
          </svg>
        </button>
      </div>
      {preview?.problem && (
        <div className={classes.problem} role="gridcell">
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
        <span className={classes.facts} title={facts}>
          {mark && <em>{mark}</em>}
          {mark && facts && ' · '}
          {facts}
        </span>
      )}
    </>
  );
}
