// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a grid that is no table of data
// biome-ignore-all lint/a11y/useFocusableInteractive: the items within have the focus
import {
  Composite,
  CompositeItem,
  CompositeRow,
  type CompositeStore,
  CompositeTypeahead,
} from '@ariakit/react/composite';
import type { KeyboardEvent } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import type { Plan } from '#shared/plans.ts';
import type { Voice } from '#shared/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { ChosenMark } from '../../components/picker-popup.tsx';
import { markLanguage } from '../language-picker/public.ts';
import {
  findSpeaker,
  nameSpeaker,
  PlayButton,
  type PreviewPlayer,
  type Speakers,
  usePreviewPlayer,
} from '../voice-samples/public.ts';
import { TagChip } from './tag-filters.tsx';
import { type ListedVoice, listTags } from './voice-list.ts';
import classes from './voice-picker.module.css';

/** The voices under one heading, and their speakers. */
export interface VoiceRows {
  readonly label: string;
  readonly plan: Plan;
  readonly speakers: Speakers;
  readonly voices: readonly ListedVoice[];
}

interface VoiceGridProps {
  readonly id: string;
  readonly store: CompositeStore;
  readonly rows: readonly VoiceRows[];
  /** Ids of the first and last voice's cell. */
  readonly ends: readonly [first: string | null, last: string | null];
  readonly chosen: Voice | undefined;
  readonly language: LanguageName;
  readonly onChoose: (voice: Voice) => void;
}

export function getCellId(grid: string, name: Voice): string {
  return `${grid}-${name.replaceAll(' ', '-')}`;
}

/** A row for each voice: its name with tags, and its Play button. Arrow keys and letters move in it. */
export function VoiceGrid({ id, store, rows, ends, chosen, language, onChoose }: VoiceGridProps) {
  const player = usePreviewPlayer(language);
  function moveToEnd(event: KeyboardEvent) {
    if (event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    store.move(ends[event.key === 'Home' ? 0 : 1]);
  }

  return (
    <>
      <Composite
        store={store}
        render={<CompositeTypeahead />}
        id={id}
        className={classes.grid}
        role="grid"
        aria-label={t(voiceListMessages.grid)}
        onKeyDownCapture={moveToEnd}
      >
        {rows.map(({ label, speakers, voices }) => (
          <div key={label} role="rowgroup" aria-label={label}>
            <p className={classes.heading}>
              <strong>{label}</strong>{' '}
              {t(voiceListMessages.spokenBy, { speaker: nameSpeaker(findSpeaker(speakers, language)) })}
            </p>
            {voices.map(voice => (
              <VoiceRow
                key={voice.name}
                id={getCellId(id, voice.name)}
                voice={voice}
                isChosen={voice.name === chosen}
                mark={markLanguage(speakers, language)}
                player={player}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
      </Composite>
      <audio {...player.audio} />
    </>
  );
}

interface VoiceRowProps extends Pick<VoiceGridProps, 'onChoose'> {
  readonly id: string;
  readonly voice: ListedVoice;
  readonly isChosen: boolean;
  /** A short note if the chosen language is not the voice's own. */
  readonly mark: string | undefined;
  readonly player: PreviewPlayer;
}

function VoiceRow({ id, voice, isChosen, mark, player, onChoose }: VoiceRowProps) {
  const { preview } = player;
  const problem = preview?.voice === voice.name ? preview.problem : undefined;
  return (
    <CompositeRow className={classes.row} role="row" aria-selected={isChosen}>
      <CompositeItem
        render={<div />}
        // It may have the focus before the library registers it.
        tabIndex={0}
        id={id}
        className={classes.voice}
        role="gridcell"
        typeaheadText={voice.name}
        onClick={() => onChoose(voice.name)}
      >
        <span className={classes.name}>
          {voice.name}
          {isChosen && <ChosenMark role="img" aria-label={t(voiceListMessages.selected)} />}
        </span>
        <span className={classes.tags}>
          {listTags(voice).map(tag => (
            <TagChip key={tag} tag={tag} />
          ))}
        </span>
        {mark && <span className={classes.mark}>{mark}</span>}
      </CompositeItem>
      <div className={classes.preview} role="gridcell">
        <CompositeItem
          render={<PlayButton voice={voice.name} preview={preview} />}
          typeaheadText=""
          onClick={() => player.toggle(voice)}
        />
      </div>
      {problem && (
        <div className={classes.problem} role="gridcell">
          <Notice tone="problem">{problem}</Notice>
        </div>
      )}
    </CompositeRow>
  );
}
