import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import { exportMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import { lazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { useObjectUrl } from '../../../lib/media.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { describeOtherVoice } from '../jobs/status.tsx';
import { getMusic, getProvenance, planWholeVoice } from '../model/plan-voice.ts';
import { getNarration, hasSaid, isEmpty } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';
import classes from './export.module.css';
import { getRecording, planSound } from './export-job.ts';
import {
  type LastExport,
  type SavedFile,
  useExporter,
  useExporterState,
  useIsMaking,
  useLastExport,
} from './exporter.ts';

const lazyExportDialog = lazyParts('export', () => import('./export-dialog.tsx'));

export function ExportButton() {
  const exporter = useExporter();
  const isOpen = useExporterState(state => state.isOpen);
  const hasText = useEditorState(state => !isEmpty(state) || hasSaid(state));
  const parts = useLazyParts(lazyExportDialog, isOpen);
  useEffect(() => exporter.cancel, [exporter]);
  if (!hasText) return null;
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={exporter.open}>
        {t(messages.export)}
      </Button>
      {isOpen && parts && (
        <parts.ExportDialog>
          <ExportLine />
        </parts.ExportDialog>
      )}
    </>
  );
}

const audioFileName = 'narration.mp3';

type AudioLinkProps = Pick<ComponentProps<typeof ButtonLink>, 'variant'> & { readonly url: string };

export function AudioLink({ url, variant }: AudioLinkProps) {
  return (
    <ButtonLink variant={variant} href={url} download={audioFileName}>
      {t(messages.download)}
    </ButtonLink>
  );
}

/** Downloads the audio: a recording at once, anything else, or what is signed or has music, once it was made. */
export function DownloadAudio() {
  const exporter = useExporter();
  const voice = useEditorState(planWholeVoice);
  const narration = useEditorState(getNarration);
  const provenance = useEditorState(getProvenance);
  const music = useEditorState(getMusic);
  // Only the button of the next step stands out.
  const variant = useEditorState(state => (describeOtherVoice(state) ? 'default' : 'filled'));
  const isMaking = useIsMaking();
  const storeBytes = usePublicConfig().data?.contentCredentials?.storeBytes;
  const sound = planSound({ narration, provenance, music, storeBytes });
  const recording = voice && !sound.signing ? getRecording(voice, music) : undefined;
  const url = useObjectUrl(recording);
  if (!voice) return null;
  if (recording) return url && <AudioLink url={url} variant={variant} />;
  const make = () => exporter.makeFile({ kind: 'mp3', voice, ...sound }, audioFileName);
  return (
    <Button variant={variant} isBusy={isMaking} onClick={make}>
      {t(messages.download)}
    </Button>
  );
}

export function ExportStatus() {
  return useExporterState(state => state.isOpen) ? null : <ExportLine />;
}

function ExportLine() {
  const last = useLastExport();
  const line = useRef<HTMLFieldSetElement>(null);
  const companion = last?.phase === 'saved' ? last.companion : undefined;
  return (
    <fieldset ref={line} tabIndex={-1} className={`stack ${classes.line}`} aria-label={t(messages.export)}>
      {last?.phase === 'making' && <Progress {...last} focusFallback={line} />}
      <p role="status" className="flat soft small anywhere">
        {last && describe(last)}
      </p>
      {companion && <CompanionLink {...companion} />}
      {last?.phase === 'failed' && <Notice tone="problem">{last.problem}</Notice>}
    </fieldset>
  );
}

/** Only that it began and ended: the progress bar has the rest. */
function describe(last: LastExport): string {
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
}: Extract<LastExport, { phase: 'making' }> & { readonly focusFallback: RefObject<HTMLElement | null> }) {
  const { cancel } = useExporter();
  const cancelFocus = useFocusFallback(true, focusFallback);
  const { writtenSeconds, totalSeconds } = progress ?? { writtenSeconds: 0, totalSeconds: 1 };
  const percent = Math.floor((100 * writtenSeconds) / Math.max(totalSeconds, 0.001));
  return (
    <div className="row">
      <progress max={100} value={percent} aria-label={t(messages.progressOf, { name })} />
      <span>{t(messages.progress, { percent })}</span>
      <Button variant="default" onClick={cancel} {...cancelFocus}>
        {t(studioMessages.cancel)}
      </Button>
    </div>
  );
}

function CompanionLink({ file, name, label }: NonNullable<SavedFile['companion']>) {
  const url = useObjectUrl(file);
  return (
    url && (
      <ButtonLink variant="default" href={url} download={name}>
        {label}
      </ButtonLink>
    )
  );
}
