import { useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { videoExportMessages } from '#shared/messages/video-export.ts';
import type { SyncedPlayback } from '../player/public.ts';
import { MakingLine } from './making-line.tsx';
import { type MakingState, useVideoMaking } from './use-video-making.ts';
import { defaultVideoOptions, type NarratedSource, VideoChoices } from './video-choices.tsx';
import classes from './video-panel.module.css';

interface VideoPanelProps {
  readonly id: string;
  readonly isOpen: boolean;
  /** Sounds as the video will while the panel is open. */
  readonly playback: SyncedPlayback;
  /** Undefined while there is no sound of the current text. */
  readonly source: NarratedSource | undefined;
  readonly onMade: (() => void) | undefined;
}

/** The narrated video: its settings, progress and result. Making it goes on when the panel is closed or the text is changed. */
export function VideoPanel({ id, isOpen, playback, source, onMade }: VideoPanelProps) {
  const [options, setOptions] = useState(defaultVideoOptions);
  const begin = useRef<HTMLButtonElement>(null);
  const { state, make, cancel } = useVideoMaking(onMade);
  const isMaking = state.phase === 'making';
  const choosable = isOpen ? source : undefined;
  const hasOutcome = isMaking || (isOpen && state.phase !== 'resting');
  if (!choosable && !hasOutcome) return null;
  return (
    <section
      id={id}
      className={classes.panel}
      aria-label={t(
        source?.described ? videoExportMessages.describedVideo : videoExportMessages.narratedVideo,
      )}
    >
      {choosable && (
        <VideoChoices
          source={choosable}
          playback={playback}
          options={options}
          isMaking={isMaking}
          begin={begin}
          onOptions={setOptions}
          onMake={make}
        />
      )}
      <MakingLine
        state={state}
        isOutdated={isOutdated(state, source)}
        focusFallback={begin}
        onCancel={cancel}
      />
    </section>
  );
}

/** Whether what is made, or was, is of another sound or video than those that are there now. */
function isOutdated(state: MakingState, source: NarratedSource | undefined): boolean {
  if (state.phase !== 'making' && state.phase !== 'made') return false;
  return state.order.voice !== source?.voice || state.order.video !== source.video;
}
