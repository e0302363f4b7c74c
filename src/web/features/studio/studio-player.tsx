import { type ReactNode, useRef } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { StepHeading } from '../../components/step-heading.tsx';
import { useLazyParts } from '../../lib/load-chunk.ts';
import { ActivityLine } from './activity-line.tsx';
import { lazyTimedParts } from './lazy-timed-parts.ts';
import { ProgressBar } from './progress-bar.tsx';
import { SampleClipButtons } from './sample-clip-buttons.tsx';
import classes from './studio.module.css';
import type { StudioState } from './use-studio.ts';
import { VideoPlayer } from './video-player.tsx';

interface StudioPlayerProps {
  readonly studio: StudioState;
  /** The id that the line gets. */
  readonly lineId: string;
  /** What a person should know before choosing a video. */
  readonly promise: ReactNode;
}

/** The side that does not scroll: the video, the progress bar, and the line that says what is happening. */
export function StudioPlayer({ studio, lineId, promise }: StudioPlayerProps) {
  const { choice, preview, isWorking, line, narration, timed } = studio;
  const parts = useLazyParts(lazyTimedParts, timed.isTimed);
  const { state } = narration;
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <section className={classes.player} aria-label={t(studioMessages.video)}>
      <div className={classes.title}>
        <StepHeading step={1}>{t(studioMessages.video)}</StepHeading>
      </div>
      <VideoPlayer
        choice={choice}
        fileInput={fileInput}
        preview={preview}
        disabled={isWorking}
        onScript={studio.own.load}
        promise={promise}
        sample={<SampleClipButtons example={studio.example} focusFallback={fileInput} />}
        timeline={
          parts && choice.video && preview && timed.lines.length > 0 ? (
            <parts.PreviewTimeline
              preview={preview}
              video={choice.video.file}
              timed={timed}
              isFixed={isWorking}
            />
          ) : null
        }
        bar={<ProgressBar percent={state.progress} text={line} />}
        line={
          <ActivityLine
            id={lineId}
            text={line}
            isWorking={isWorking}
            announcement={studio.announcement}
            offersStop={isWorking && state.isSilent}
            onStop={narration.cancel}
          />
        }
      />
    </section>
  );
}
