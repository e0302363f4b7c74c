import { type RefObject, useEffect, useRef } from 'react';
import { exportMessages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import { useObjectUrl } from '../../../lib/media.ts';
import { isSameVoice, planVoice } from '../model/plan-voice.ts';
import { useEditorState } from '../model/use-editor.tsx';
import classes from './export-line.module.css';
import type { Companion, ExportOrder, ExportState } from './exporter.ts';

interface ExportLineProps {
  readonly state: ExportState;
  /** Gets the focus once there is nothing to cancel. */
  readonly focusFallback: RefObject<HTMLButtonElement | null>;
  readonly onCancel: () => void;
}

export function ExportLine({ state, focusFallback, onCancel }: ExportLineProps) {
  const isOutdated = useIsOutdated('order' in state ? state.order : undefined);
  const companion = state.phase === 'saved' ? state.order?.companion : undefined;
  return (
    <fieldset ref={useShowChange(state.phase)} className={classes.line} aria-label={t(exportMessages.export)}>
      {state.phase === 'making' && <Progress {...state} focusFallback={focusFallback} onCancel={onCancel} />}
      <p role="status" className={classes.status}>
        {[describeState(state), isOutdated && t(exportMessages.outdated)].filter(Boolean).join(' ')}
      </p>
      {companion && <CompanionLink {...companion} />}
      {state.phase === 'failed' && <Notice tone="problem">{state.problem}</Notice>}
    </fieldset>
  );
}

/** On a small screen the line is out of sight when a file is begun. */
function useShowChange(phase: ExportState['phase']): RefObject<HTMLFieldSetElement | null> {
  const line = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(phase);
  useEffect(() => {
    if (shown.current !== phase) line.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    shown.current = phase;
  }, [phase]);
  return line;
}

/** Whether it sounds otherwise by now, or is of another video. */
function useIsOutdated(order: ExportOrder | undefined): boolean {
  const voice = useEditorState(planVoice);
  const video = useEditorState(state => state.video?.file);
  if (!order) return false;
  const { job } = order;
  const heard = 'heard' in order || job.kind === 'languages' ? order.heard : job.voice;
  return !isSameVoice(heard, voice) || (job.kind === 'video' && job.video !== video);
}

/** Only that it began and ended: the progress bar has the rest. */
function describeState(state: ExportState): string {
  if (state.phase === 'making') return t(exportMessages.making, { name: state.order.wanted.name });
  if (state.phase === 'cancelled') return t(exportMessages.cancelled);
  if (state.phase !== 'saved') return '';
  const { name, bytes, durationSeconds, isPlaced, order, signature } = state;
  const size = formatBytes(bytes);
  const details =
    durationSeconds === undefined
      ? size
      : t(exportMessages.details, { duration: formatDuration(durationSeconds), size });
  const saved = t(isPlaced ? exportMessages.saved : exportMessages.downloaded, { name, details });
  return [saved, order?.omitted, signature].filter(Boolean).join(' ');
}

type ProgressProps = Extract<ExportState, { phase: 'making' }> &
  Pick<ExportLineProps, 'focusFallback' | 'onCancel'>;

function Progress({ order, progress, focusFallback, onCancel }: ProgressProps) {
  const cancelFocus = useFocusFallback(true, focusFallback);
  const { name } = order.wanted;
  const percent = progress
    ? Math.floor((100 * progress.writtenSeconds) / Math.max(progress.totalSeconds, 0.001))
    : 0;
  return (
    <div className={classes.making}>
      <progress
        className={classes.progress}
        max={100}
        value={percent}
        aria-label={t(exportMessages.progressOf, { name })}
      />
      <span className={classes.percent}>{t(exportMessages.progress, { percent })}</span>
      <Button variant="default" onClick={onCancel} {...cancelFocus}>
        {t(studioMessages.cancel)}
      </Button>
    </div>
  );
}

function CompanionLink({ file, name, label }: Companion) {
  const url = useObjectUrl(file);
  if (!url) return null;
  return (
    <div>
      <ButtonLink variant="default" href={url} download={name}>
        {label}
      </ButtonLink>
    </div>
  );
}
