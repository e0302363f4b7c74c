// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a grid that is no table of data
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { Notice } from '../../components/notice.tsx';
import { ChosenMark } from '../../components/picker-popup.tsx';
import { PlayButton, type Preview } from '../voice-samples/public.ts';
import { columns } from './grid-keys.ts';
import type { ListedVoice } from './listed-voices.ts';
import { TagChip } from './tag-filters.tsx';
import classes from './voice-picker.module.css';

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
  /** Of this voice. */
  readonly preview: Preview | undefined;
  /** A cell was pressed. */
  readonly onPress: (column: number) => void;
}

export function VoiceRow(props: VoiceRowProps) {
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
