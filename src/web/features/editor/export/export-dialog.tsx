import { type ReactNode, useId, useState } from 'react';
import { describeProvenance } from '#shared/marks/create-marks.ts';
import { exportMessages, exportDialogMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { CopyButton, TextButton } from '../../../components/button.tsx';
import { Dialog, focusInDialog } from '../../../components/dialog.tsx';
import { RadioGroup } from '../../../components/field.tsx';
import { Fold } from '../../../components/fold.tsx';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { getChecks } from '../model/line-checks.ts';
import { getText } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './export.module.css';
import { getRecording } from './export-job.ts';
import { useExporter, useExporterState } from './exporter.ts';
import {
  describeFormat,
  type ExportSource,
  estimateBytes,
  type FormatId,
  getFormat,
  type Kind,
  listKinds,
  makeTextFile,
  nameFile,
  toExportSource,
} from './formats.ts';
import { Foot, LanguageSoundsForm, SaveFoot, VideoForm } from './video-export.tsx';

const withMusic: readonly Kind['id'][] = ['video', 'audio', 'mix', 'languages'];

/** @param children what becomes of the last export */
export function ExportDialog({ children }: { readonly children: ReactNode }) {
  const exporter = useExporter();
  const { store } = useEditor();
  const storeBytes = usePublicConfig().data?.contentCredentials?.storeBytes;
  const state = useEditorState(each => each);
  const source = { ...toExportSource(state, storeBytes), checks: getChecks(state).all };
  const kinds = listKinds(source);
  const wanted = useExporterState(({ choices }) => choices.kind);
  const possible = kinds.filter(({ obstacle }) => obstacle === undefined);
  const chosen = possible.find(({ id }) => id === wanted) ?? possible[0];
  const [isUnfolded, setUnfolded] = useState<boolean>();
  const [foot, setFoot] = useState<Element | null>(null);
  const isHeard = chosen && withMusic.includes(chosen.id);
  const showMusic = () => {
    exporter.close();
    store.setState({ openPanel: 'voices' });
    const tab = '[data-region="panel"] [aria-selected="true"]';
    setTimeout(() => document.querySelector<HTMLElement>(tab)?.focus());
  };
  const list = (group: Kind['group']) =>
    kinds
      .filter(kind => kind.group === group)
      .map(kind => <KindChoice key={kind.id} kind={kind} isChosen={kind === chosen} source={source} />);
  return (
    <Dialog title={t(exportMessages.export)} isWide onClose={exporter.close}>
      <Foot value={foot}>
        <fieldset className={`stack ${classes.kinds}`}>
          <legend className="visually-hidden">{t(messages.what)}</legend>
          {list('main')}
          <Fold
            title={t(messages.more)}
            isOpen={isUnfolded ?? (chosen !== undefined && chosen.group !== 'main')}
            onToggle={setUnfolded}
          >
            {(['accessibility', 'editors', 'project'] as const).map(group => (
              <section key={group} className={`stack ${classes.group}`}>
                <h4 className="soft small">{t(messages[`${group}Group`])}</h4>
                {list(group)}
              </section>
            ))}
          </Fold>
        </fieldset>
      </Foot>
      <p className="flat soft small">
        {source.provenance && describeProvenance(source.provenance)}{' '}
        {isHeard && <TextButton onClick={showMusic}>{t(messages.music)}</TextButton>}
      </p>
      <div className={classes.foot}>
        {children}
        <div ref={setFoot} className={`row ${classes.save}`} />
      </div>
    </Dialog>
  );
}

type KindProps = { readonly kind: Kind; readonly source: ExportSource };

function KindChoice({ kind, isChosen, ...props }: KindProps & { readonly isChosen: boolean }) {
  const exporter = useExporter();
  const id = useId();
  const container = props.source.video?.file.name.toLowerCase().endsWith('.webm') ? 'webm' : 'mp4';
  return (
    <div className={classes.kind}>
      <label>
        <input
          ref={isChosen ? focusFirst : undefined}
          type="radio"
          name="export"
          checked={isChosen}
          disabled={kind.obstacle !== undefined}
          onChange={() => exporter.choose({ kind: kind.id })}
          aria-labelledby={id}
          aria-describedby={`${id}-purpose`}
        />
        <span id={id}>{kind.label}</span>
        <small className={`soft small ${classes.formats}`}>
          {kind.formats.map(format => describeFormat(format, container)).join(', ')}
        </small>
        <small id={`${id}-purpose`} className={`soft small ${classes.purpose}`}>
          {kind.obstacle ?? kind.purpose}
        </small>
      </label>
      {isChosen && <KindForm kind={kind} {...props} />}
    </div>
  );
}

/** Only in a dialog that is opening: a choice by key keeps the focus by itself. */
function focusFirst(control: HTMLInputElement | null): void {
  if (control && !control.closest('dialog')?.contains(document.activeElement)) focusInDialog(control);
}

function KindForm({ kind, ...props }: KindProps) {
  const exporter = useExporter();
  const { formats } = useExporterState(state => state.choices);
  const format = kind.formats.find(each => each === formats[kind.id]) ?? kind.formats[0];
  if (!format) return null;
  return (
    <div className={`stack ${classes.options}`}>
      {kind.formats.length > 1 && (
        <RadioGroup
          className={classes.row}
          legend={t(messages.format)}
          options={kind.formats.map(each => ({
            label: describeFormat(each),
            isOn: each === format,
            choose: () => exporter.choose({ formats: { ...formats, [kind.id]: each } }),
          }))}
        />
      )}
      {format === 'languagesSounds' ? (
        <LanguageSoundsForm {...props} />
      ) : format === 'video' || format === 'languagesVideo' || format === 'languagesVideos' ? (
        <VideoForm {...props} format={format} />
      ) : (
        <FileForm {...props} kind={kind} format={format} />
      )}
    </div>
  );
}

function FileForm({ kind, format, source }: KindProps & { readonly format: FormatId }) {
  const exporter = useExporter();
  const { narration, voice } = source;
  const name = nameFile(format, source);
  const save = () => {
    const { plan } = getFormat(format);
    // A recording was marked when it was made.
    const recording = format === 'mp3' && voice && !source.storeBytes && getRecording(voice, source.music);
    const ready = makeTextFile(format, source) ?? recording;
    const job = voice && plan?.(voice, source);
    if (ready) exporter.save(ready, name);
    else if (job) exporter.makeFile(job, name);
  };
  return (
    <>
      {kind.id === 'script' && narration && (
        <CopyButton
          text={getText(narration)}
          label={t(messages.copyScript)}
          copied={t(messages.copied)}
          refused={t(messages.copyRefused)}
        />
      )}
      <SaveFoot file={describeFile(format, name, source)} onSave={save} />
    </>
  );
}

function describeFile(format: FormatId, name: string, source: ExportSource): string {
  const size = formatBytes(estimateBytes(format, source));
  const job = source.voice && getFormat(format).plan?.(source.voice, source);
  const isSound = job?.kind === 'mp3' || job?.kind === 'wav';
  const seconds = isSound ? (job.mixedWith ? job.voice.durationSeconds : job.voice.soundSeconds) : undefined;
  if (seconds === undefined) return t(messages.file, { name, size });
  return t(messages.timedFile, { name, duration: formatDuration(seconds), size });
}
