import { type ReactNode, type RefObject, useRef } from 'react';
import { exportMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import { useObjectUrl } from '../../../lib/media.ts';
import classes from './export.module.css';
import {
  type Companion,
  type Making,
  type Outcome,
  useExporter,
  useExporterState,
  useLastExport,
} from './exporter.ts';

interface BeginButtonProps {
  readonly onBegin: () => void;
  readonly children: ReactNode;
}

/** Keeps the focus while a file is made. */
export function BeginButton({ onBegin, children }: BeginButtonProps) {
  const isMaking = useExporterState(({ last }) => last?.phase === 'making');
  return (
    <Button isBusy={isMaking} onClick={onBegin}>
      {children}
    </Button>
  );
}

/** What becomes of an export, under the video: the dialog has it while it is open. */
export function ExportStatus() {
  return useExporterState(state => state.isOpen) ? null : <ExportLine />;
}

export function ExportLine() {
  const last = useLastExport();
  const line = useRef<HTMLFieldSetElement>(null);
  const companion = last?.phase === 'saved' ? last.companion : undefined;
  return (
    <fieldset ref={line} tabIndex={-1} className={classes.line} aria-label={t(messages.export)}>
      {last?.phase === 'making' && <Progress {...last} focusFallback={line} />}
      <p role="status" className={classes.note}>
        {last && describe(last)}
      </p>
      {companion && <CompanionLink {...companion} />}
      {last?.phase === 'failed' && <Notice tone="problem">{last.problem}</Notice>}
    </fieldset>
  );
}

/** Only that it began and ended: the progress bar has the rest. */
function describe(last: Making | Outcome): string {
  if (last.phase === 'making') return t(messages.making, { name: last.name });
  if (last.phase === 'cancelled') return t(messages.cancelled);
  if (last.phase === 'failed') return '';
  const { name, bytes, durationSeconds, isPlaced, omitted, signature, isOutdated } = last;
  const size = formatBytes(bytes);
  const duration = durationSeconds === undefined ? undefined : formatDuration(durationSeconds);
  const details = duration ? t(messages.details, { duration, size }) : size;
  const saved = t(isPlaced ? messages.saved : messages.downloaded, { name, details });
  return [saved, omitted, signature, isOutdated && t(messages.outdated)].filter(Boolean).join(' ');
}

/** @param focusFallback gets the focus once there is nothing to cancel */
function Progress({
  name,
  progress,
  focusFallback,
}: Making & { readonly focusFallback: RefObject<HTMLElement | null> }) {
  const { cancel } = useExporter();
  const cancelFocus = useFocusFallback(true, focusFallback);
  const { writtenSeconds, totalSeconds } = progress ?? { writtenSeconds: 0, totalSeconds: 1 };
  const percent = Math.floor((100 * writtenSeconds) / Math.max(totalSeconds, 0.001));
  return (
    <div className={classes.making}>
      <progress max={100} value={percent} aria-label={t(messages.progressOf, { name })} />
      <span>{t(messages.progress, { percent })}</span>
      <Button variant="default" onClick={cancel} {...cancelFocus}>
        {t(studioMessages.cancel)}
      </Button>
    </div>
  );
}

function CompanionLink({ file, name, label }: Companion) {
  const url = useObjectUrl(file);
  return (
    url && (
      <ButtonLink variant="default" href={url} download={name}>
        {label}
      </ButtonLink>
    )
  );
}
