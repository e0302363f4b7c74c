// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a grid that is no table of data
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays outside, and aria-activedescendant tells where the keyboard is
import type { Voice } from '#shared/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { PlayButton } from '../voice-samples/play-button.tsx';
import type { PreviewPlayer } from '../voice-samples/use-preview-player.ts';
import { type Cell, getCellId } from './grid-movement.ts';
import { TagChip } from './tag-chip.tsx';
import { type ListedVoice, listTags } from './voice-list.ts';
import classes from './voice-row.module.css';

interface VoiceRowProps {
  readonly grid: string;
  readonly row: number;
  readonly voice: ListedVoice;
  readonly chosen: Voice | undefined;
  /** Where in this row the keyboard is. */
  readonly activeColumn: Cell['column'] | undefined;
  /** A few words, when the chosen language is not the voice's own. */
  readonly mark: string | undefined;
  readonly player: PreviewPlayer;
  readonly onChoose: (voice: Voice) => void;
}

/** A voice to choose, and the button that plays it. */
export function VoiceRow(props: VoiceRowProps) {
  const { grid, row, voice, chosen, activeColumn, mark, player, onChoose } = props;
  const { preview } = player;
  const isChosen = voice.name === chosen;
  const problem = preview?.voice === voice.name ? preview.problem : undefined;
  return (
    <div className={classes.row} role="row" aria-selected={isChosen}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys of all its cells */}
      <div
        id={getCellId(grid, { row, column: 'voice' })}
        className={classes.voice}
        role="gridcell"
        data-active={activeColumn === 'voice'}
        onClick={() => onChoose(voice.name)}
      >
        <span className={classes.name}>
          {voice.name}
          {isChosen && (
            <svg className={classes.check} viewBox="0 0 24 24" role="img" aria-label="chosen">
              <path d="m4 13 5 5L20 6" />
            </svg>
          )}
        </span>
        <span className={classes.tags}>
          {listTags(voice).map(tag => (
            <TagChip key={tag} tag={tag} />
          ))}
        </span>
        {mark && <span className={classes.mark}>{mark}</span>}
      </div>
      <div className={classes.preview} role="gridcell" data-active={activeColumn === 'preview'}>
        <PlayButton
          id={getCellId(grid, { row, column: 'preview' })}
          tabIndex={-1}
          voice={voice.name}
          preview={preview}
          onToggle={() => player.toggle(voice)}
        />
      </div>
      {problem && (
        <div className={classes.problem} role="gridcell">
          <Notice tone="problem">{problem}</Notice>
        </div>
      )}
    </div>
  );
}
