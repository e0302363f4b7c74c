import { useEffect } from 'react';
import { exportMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { lazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { useObjectUrl } from '../../../lib/media.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { getMusic, getProvenance, planWholeVoice } from '../model/plan-voice.ts';
import { getNarration, hasSaid, isEmpty } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';
import { getRecording, planSound } from './export-job.ts';
import { BeginButton } from './export-status.tsx';
import { useExporter, useExporterState } from './exporter.ts';

const lazyExportDialog = lazyParts('export', () => import('./export-dialog.tsx'));

/** Opens the dialog. @param onDownload called with each file that was saved */
export function ExportButton({ onDownload }: { readonly onDownload?: (() => void) | undefined }) {
  const exporter = useExporter();
  const isOpen = useExporterState(state => state.isOpen);
  const hasText = useEditorState(state => !isEmpty(state) || hasSaid(state));
  const parts = useLazyParts(lazyExportDialog, isOpen);
  useEffect(() => onDownload && exporter.listen(onDownload), [exporter, onDownload]);
  useEffect(() => exporter.cancel, [exporter]);
  if (!hasText) return null;
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={exporter.open}>
        {t(messages.export)}
      </Button>
      {isOpen && parts && <parts.ExportDialog />}
    </>
  );
}

const audioFileName = 'narration.mp3';

interface AudioLinkProps {
  readonly url: string;
  readonly onDownload: (() => void) | undefined;
}

export function AudioLink({ url, onDownload }: AudioLinkProps) {
  return (
    <ButtonLink href={url} download={audioFileName} onClick={onDownload}>
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
  const storeBytes = usePublicConfig().data?.contentCredentials?.storeBytes;
  const sound = planSound({ narration, provenance, music, storeBytes });
  const recording = voice && !sound.signing ? getRecording(voice, music) : undefined;
  const url = useObjectUrl(recording);
  if (!voice) return null;
  if (recording) return url && <AudioLink url={url} onDownload={exporter.noteSaved} />;
  const make = () => exporter.makeFile({ kind: 'mp3', voice, ...sound }, audioFileName);
  return <BeginButton onBegin={make}>{t(messages.download)}</BeginButton>;
}
