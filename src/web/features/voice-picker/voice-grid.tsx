// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a grid that is no table of data
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays outside, and aria-activedescendant tells where the keyboard is
import type { KeyboardEvent, MouseEvent, Ref } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { startSentence } from '../../lib/format.ts';
import { useRowInSight } from '../../lib/use-row-in-sight.ts';
import { markLanguage } from '../language-picker/language-support.ts';
import { findSpeaker, nameSpeaker, type Speakers } from '../voice-samples/speakers.ts';
import type { PreviewPlayer } from '../voice-samples/use-preview-player.ts';
import { type Cell, getCellId } from './grid-movement.ts';
import classes from './voice-grid.module.css';
import type { ListedVoice } from './voice-list.ts';
import { VoiceRow } from './voice-row.tsx';

/** The voices under one heading, and who can speak them. */
export interface VoiceRows {
  readonly label: string;
  readonly speakers: Speakers;
  readonly voices: readonly ListedVoice[];
}

interface VoiceGridProps {
  readonly id: string;
  readonly ref: Ref<HTMLDivElement>;
  readonly rows: readonly VoiceRows[];
  readonly active: Cell | undefined;
  readonly chosen: Voice | undefined;
  readonly language: LanguageName;
  readonly player: PreviewPlayer;
  readonly onChoose: (voice: Voice) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A row for each voice: its name with its tags, and its Play button. */
export function VoiceGrid({ id, ref, rows, active, language, onKeyDown, ...rowProps }: VoiceGridProps) {
  const activeId = active && getCellId(id, active);
  useRowInSight(activeId);
  let row = -1;
  return (
    <div
      id={id}
      ref={ref}
      className={classes.grid}
      role="grid"
      aria-label="Voices"
      aria-activedescendant={activeId}
      tabIndex={0}
      onKeyDown={onKeyDown}
      // The focus stays where it is, so that arrow keys go on from there after a press of Play.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
    >
      {rows.map(({ label, speakers, voices }) => (
        <div key={label} role="rowgroup" aria-label={label}>
          <p className={classes.heading}>
            <strong>{label}</strong> {startSentence(nameSpeaker(findSpeaker(speakers, language)))} speaks
          </p>
          {voices.map(voice => {
            row++;
            return (
              <VoiceRow
                key={voice.name}
                {...rowProps}
                grid={id}
                row={row}
                voice={voice}
                activeColumn={active?.row === row ? active.column : undefined}
                mark={markLanguage(speakers, language)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}
