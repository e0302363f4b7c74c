import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { exportMessages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { Button } from '../../../components/button.tsx';
import { lazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { getMusic, getProvenance, planWholeVoice } from '../model/plan-voice.ts';
import { getNarration, hasSaid, isEmpty } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';
import { audioFileName, DownloadAudio } from './download-audio.tsx';
import { ExportLine } from './export-line.tsx';
import classes from './export-part.module.css';
import { Exporter } from './exporter.ts';
import type { ExportChoices } from './kinds.ts';
import { orderFile, planSound } from './orders.ts';

const lazyExportDialog = lazyParts('export', () => import('./export-dialog.tsx'));

const firstChoices: ExportChoices = { kind: 'video', formats: {}, hasSubtitles: false };

interface ExportPartProps {
  readonly isQuiet?: boolean;
  readonly onDownload?: (() => void) | undefined;
}

export function ExportPart({ isQuiet = false, onDownload }: ExportPartProps) {
  const [exporter] = useState(() => new Exporter());
  const [choices, setChoices] = useState(firstChoices);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const parts = useLazyParts(lazyExportDialog, isOpen);
  const voice = useEditorState(planWholeVoice);
  const provenance = useEditorState(getProvenance);
  const storeBytes = usePublicConfig().data?.contentCredentials?.storeBytes;
  const narration = useEditorState(getNarration);
  const music = useEditorState(getMusic);
  const sound = planSound({ narration, provenance, music, storeBytes });
  const hasText = useEditorState(state => !isEmpty(state) || hasSaid(state));
  const state = useStore(exporter.store);
  useEffect(() => exporter.cancel, [exporter]);
  return (
    <>
      <div className={classes.buttons}>
        {voice && (
          <DownloadAudio
            voice={voice}
            isQuiet={isQuiet}
            isMadeAnew={sound.signing !== undefined || music !== undefined}
            isMaking={state.phase === 'making'}
            onMake={() =>
              exporter.make(
                orderFile({ kind: 'mp3', voice, ...sound }, audioFileName, 'audio/mpeg'),
                onDownload,
              )
            }
            onDownload={onDownload}
          />
        )}
        {hasText && (
          <Button ref={button} variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t(exportMessages.export)}
          </Button>
        )}
      </div>
      {isOpen && parts ? (
        <parts.ExportDialog
          exporter={exporter}
          choices={choices}
          onChoose={setChoices}
          onDownload={onDownload}
          onClose={() => setOpen(false)}
        />
      ) : (
        <ExportLine state={state} focusFallback={button} onCancel={exporter.cancel} />
      )}
    </>
  );
}
