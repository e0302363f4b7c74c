import { type RefObject, useMemo } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { writeDescriptions, writeVtt } from '#shared/script/write-subtitles.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import type { MakingState, VideoOrder } from './use-video-making.ts';
import classes from './video-panel.module.css';

interface MakingLineProps {
  readonly state: MakingState;
  /** Text, voice or video are others by now. */
  readonly isOutdated: boolean;
  /** Has the keyboard's place once there is nothing to cancel. */
  readonly focusFallback: RefObject<HTMLButtonElement | null>;
  readonly onCancel: () => void;
}

/** How far the making of a video is, and what became of the last one. */
export function MakingLine({ state, isOutdated, focusFallback, onCancel }: MakingLineProps) {
  return (
    <>
      {state.phase === 'making' && <Progress {...state} focusFallback={focusFallback} onCancel={onCancel} />}
      <p role="status" className={classes.status}>
        {isOutdated ? describeOutdated(state) : describeState(state)}
      </p>
      {state.phase === 'made' && state.order.subtitles.length > 0 && (
        <SubtitleLink order={state.order} videoName={state.name} />
      )}
      {state.phase === 'failed' && <Notice tone="problem">{state.problem}</Notice>}
    </>
  );
}

/** Only that it began and ended: the bar tells the rest to who asks for it. */
function describeState(state: MakingState): string {
  if (state.phase === 'making') return `Making ${state.name} …`;
  if (state.phase === 'cancelled') return 'Stopped. Nothing was left behind.';
  if (state.phase !== 'made') return '';
  const saved = `${state.name} is saved (${formatDuration(state.durationSeconds)}, ${formatBytes(state.bytes)}).`;
  return [saved, state.order.omitted].filter(Boolean).join(' ');
}

function describeOutdated(state: MakingState): string {
  const outdated = state.phase === 'making' ? 'It gets' : 'It has';
  return `${describeState(state)} ${outdated} the narration from before your change.`;
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
      <progress className={classes.progress} max={100} value={percent} aria-label={`Making ${name}`} />
      <span className={classes.percent}>
        {percent} %{describeLeft(secondsLeft)}
      </span>
      <Button variant="default" onClick={onCancel} {...cancelFocus}>
        Cancel
      </Button>
    </div>
  );
}

/** Roughly: a clock that jumps to and fro tells nobody anything. */
function describeLeft(seconds: number | undefined): string {
  if (seconds === undefined) return '';
  if (seconds < 55) return `, about ${5 * Math.ceil(seconds / 5)} s left`;
  return `, about ${Math.round(seconds / 60)} min left`;
}

interface SubtitleLinkProps {
  readonly order: VideoOrder;
  readonly videoName: string;
}

/** The subtitles of a video as a file of their own, under its name: so players find them beside it. */
function SubtitleLink({ order, videoName }: SubtitleLinkProps) {
  const url = useObjectUrl(useMemo(() => writeSubtitles(order), [order]));
  if (!url) return null;
  return (
    <div>
      <ButtonLink variant="default" href={url} download={videoName.replace(/\.[^.]*$/u, '.vtt')}>
        {order.isDescription ? 'Save the descriptions' : 'Save the subtitles'}
      </ButtonLink>
    </div>
  );
}

function writeSubtitles({ subtitles, language, isDescription }: VideoOrder): Blob {
  const write = isDescription ? writeDescriptions : writeVtt;
  return new Blob([write(subtitles, getLanguage(language))], { type: 'text/vtt;charset=utf-8' });
}
