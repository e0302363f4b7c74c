import { type RefObject, useMemo } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { videoExportMessages } from '#shared/messages/video-export.ts';
import { writeDescriptions, writeVtt } from '#shared/script/write-subtitles.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import { useFocusFallback } from '../../../lib/use-focus-fallback.ts';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import type { MakingState, VideoOrder } from './use-video-making.ts';
import classes from './video-panel.module.css';

interface MakingLineProps {
  readonly state: MakingState;
  /** Text, voice or video were changed since. */
  readonly isOutdated: boolean;
  /** Gets the focus once there is nothing to cancel. */
  readonly focusFallback: RefObject<HTMLButtonElement | null>;
  readonly onCancel: () => void;
}

/** The progress of a video that is being made, and the result of the last one. */
export function MakingLine({ state, isOutdated, focusFallback, onCancel }: MakingLineProps) {
  return (
    <>
      {state.phase === 'making' && <Progress {...state} focusFallback={focusFallback} onCancel={onCancel} />}
      <p role="status" className={classes.status}>
        {describeState(state)} {isOutdated && t(videoExportMessages.outdated)}
      </p>
      {state.phase === 'made' && state.order.subtitles.length > 0 && (
        <SubtitleLink order={state.order} videoName={state.name} />
      )}
      {state.phase === 'failed' && <Notice tone="problem">{state.problem}</Notice>}
    </>
  );
}

/** Only that it began and ended: the progress bar has the rest. */
function describeState(state: MakingState): string {
  if (state.phase === 'making') return t(videoExportMessages.making, { name: state.name });
  if (state.phase === 'cancelled') return t(videoExportMessages.cancelled);
  if (state.phase !== 'made') return '';
  const saved = t(videoExportMessages.saved, {
    name: state.name,
    duration: formatDuration(state.durationSeconds),
    size: formatBytes(state.bytes),
  });
  return [saved, state.order.omitted].filter(Boolean).join(' ');
}

type ProgressProps = Extract<MakingState, { phase: 'making' }> &
  Pick<MakingLineProps, 'focusFallback' | 'onCancel'>;

function Progress({ name, progress, secondsLeft, focusFallback, onCancel }: ProgressProps) {
  const cancelFocus = useFocusFallback(true, focusFallback);
  const percent = progress
    ? Math.floor((100 * progress.writtenSeconds) / Math.max(progress.totalSeconds, 0.001))
    : 0;
  return (
    <div className={classes.making}>
      <progress
        className={classes.progress}
        max={100}
        value={percent}
        aria-label={t(videoExportMessages.progressOf, { name })}
      />
      <span className={classes.percent}>{describeProgress(percent, secondsLeft)}</span>
      <Button variant="default" onClick={onCancel} {...cancelFocus}>
        {t(studioMessages.cancel)}
      </Button>
    </div>
  );
}

/** With the time left, rounded, so that it does not jump. */
function describeProgress(percent: number, secondsLeft: number | undefined): string {
  const { progress, progressSeconds, progressMinutes } = videoExportMessages;
  if (secondsLeft === undefined) return t(progress, { percent });
  if (secondsLeft < 55) return t(progressSeconds, { percent, seconds: 5 * Math.ceil(secondsLeft / 5) });
  return t(progressMinutes, { percent, minutes: Math.round(secondsLeft / 60) });
}

interface SubtitleLinkProps {
  readonly order: VideoOrder;
  readonly videoName: string;
}

/** The subtitles as a file with the name of the video, so that players find them beside it. */
function SubtitleLink({ order, videoName }: SubtitleLinkProps) {
  const url = useObjectUrl(useMemo(() => writeSubtitles(order), [order]));
  if (!url) return null;
  return (
    <div>
      <ButtonLink variant="default" href={url} download={videoName.replace(/\.[^.]*$/u, '.vtt')}>
        {t(order.isDescription ? videoExportMessages.saveDescriptions : videoExportMessages.saveSubtitles)}
      </ButtonLink>
    </div>
  );
}

function writeSubtitles({ subtitles, language, isDescription }: VideoOrder): Blob {
  const write = isDescription ? writeDescriptions : writeVtt;
  return new Blob([write(subtitles, getLanguage(language))], { type: 'text/vtt;charset=utf-8' });
}
