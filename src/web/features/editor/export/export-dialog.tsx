import { useId, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { describeProvenance } from '#shared/marks/create-marks.ts';
import { exportMessages, exportDialogMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { Dialog, focusInDialog } from '../../../components/dialog.tsx';
import { formatBytes } from '../../../lib/format.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { getChecks } from '../model/line-checks.ts';
import { getSpokenLanguage } from '../model/line-states.ts';
import { getMusic, getProvenance, planWholeVoice } from '../model/plan-voice.ts';
import { getNarration } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';
import classes from './export-dialog.module.css';
import { ExportLine } from './export-line.tsx';
import type { ExportSource } from './export-source.ts';
import type { Exporter } from './exporter.ts';
import { FileExport } from './file-export.tsx';
import { describeFormat } from './formats.ts';
import { type ExportChoices, type Kind, listKinds } from './kinds.ts';
import { LanguagesExport } from './languages-export.tsx';
import { VideoExport } from './video-export.tsx';

interface ExportDialogProps {
  readonly exporter: Exporter;
  readonly choices: ExportChoices;
  readonly onChoose: (choices: ExportChoices) => void;
  readonly onClose: () => void;
  readonly onDownload: (() => void) | undefined;
}

export function ExportDialog({ exporter, choices, onChoose, onClose, onDownload }: ExportDialogProps) {
  const source = useExportSource();
  const kinds = useMemo(() => listKinds(source), [source]);
  const isPossible = ({ obstacle }: Kind) => obstacle === undefined;
  const chosen = kinds.find(kind => kind.id === choices.kind && isPossible(kind)) ?? kinds.find(isPossible);
  const state = useStore(exporter.store);
  const begin = useRef<HTMLButtonElement>(null);
  const shared = {
    source,
    choices,
    onChoose,
    begin,
    exporter,
    isMaking: state.phase === 'making',
    onDownload,
  };
  return (
    <Dialog title={t(exportMessages.export)} isWide onClose={onClose}>
      <div className={classes.parts}>
        <KindList
          kinds={kinds}
          chosen={chosen}
          source={source}
          onChoose={kind => onChoose({ ...choices, kind: kind.id })}
        />
        {chosen && (
          <section key={chosen.id} className={classes.details} aria-label={chosen.label}>
            {chosen.id === 'video' && <VideoExport {...shared} />}
            {chosen.id === 'languages' && <LanguagesExport {...shared} kind={chosen} />}
            {chosen.id !== 'video' && chosen.id !== 'languages' && <FileExport {...shared} kind={chosen} />}
            {source.provenance && <p className={classes.note}>{describeProvenance(source.provenance)}</p>}
            <ExportLine state={state} focusFallback={begin} onCancel={exporter.cancel} />
          </section>
        )}
      </div>
    </Dialog>
  );
}

function useExportSource(): ExportSource {
  const project = useEditorState(state => state.project);
  const narration = useEditorState(getNarration);
  const voice = useEditorState(planWholeVoice);
  const video = useEditorState(state => state.video);
  const provenance = useEditorState(getProvenance);
  const music = useEditorState(getMusic);
  const language = useEditorState(state =>
    narration ? getSpokenLanguage(narration, state) : state.form.language,
  );
  const checks = useEditorState(getChecks).all;
  const storeBytes = usePublicConfig().data?.contentCredentials?.storeBytes;
  return useMemo(
    () => ({ project, narration, language, voice, video, provenance, music, checks, storeBytes }),
    [project, narration, language, voice, video, provenance, music, checks, storeBytes],
  );
}

interface KindListProps {
  readonly kinds: readonly Kind[];
  readonly chosen: Kind | undefined;
  readonly source: ExportSource;
  readonly onChoose: (kind: Kind) => void;
}

function KindList({ kinds, chosen, source, onChoose }: KindListProps) {
  const group = useId();
  return (
    <fieldset className={classes.kinds}>
      <legend className="visually-hidden">{t(messages.what)}</legend>
      {kinds.map(kind => {
        const id = `${group}-${kind.id}`;
        const isChosen = kind.id === chosen?.id;
        return (
          <label key={kind.id} className={classes.kind} data-off={kind.obstacle !== undefined || undefined}>
            <input
              ref={isChosen ? focusFirst : undefined}
              type="radio"
              name={group}
              checked={isChosen}
              disabled={kind.obstacle !== undefined}
              onChange={() => onChoose(kind)}
              aria-labelledby={id}
              aria-describedby={`${id}-purpose ${id}-file`}
            />
            <span id={id} className={classes.label}>
              {kind.label}
            </span>
            <small id={`${id}-purpose`}>{kind.obstacle ?? kind.purpose}</small>
            <small id={`${id}-file`} className={classes.format}>
              {!kind.obstacle && describeFormats(kind, source)}
            </small>
          </label>
        );
      })}
    </fieldset>
  );
}

/** Only in a dialog that is opening: a choice by key keeps the focus by itself. */
function focusFirst(control: HTMLInputElement | null): void {
  if (control && !control.closest('dialog')?.contains(document.activeElement)) focusInDialog(control);
}

function describeFormats({ formats, bytes }: Kind, source: ExportSource): string {
  const container = source.video?.file.name.toLowerCase().endsWith('.webm') ? 'webm' : 'mp4';
  const names = formats.map(format => describeFormat(format, container));
  return t(messages.formats, { formats: names.join(', '), size: formatBytes(bytes) });
}
