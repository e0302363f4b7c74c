import type { RefObject } from 'react';
import { exportDialogMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { Button, CopyButton } from '../../../components/button.tsx';
import { RadioGroup } from '../../../components/field.tsx';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import { getText } from '../model/select.ts';
import classes from './export-dialog.module.css';
import { getRecording } from './export-job.ts';
import type { ExportSource } from './export-source.ts';
import type { Exporter } from './exporter.ts';
import { describeFormat, type FormatId, getFormat, makeTextFile, nameFile } from './formats.ts';
import { type ExportChoices, estimateBytes, type Kind } from './kinds.ts';
import { orderFile } from './orders.ts';

export interface ExportProps {
  readonly source: ExportSource;
  readonly choices: ExportChoices;
  readonly onChoose: (choices: ExportChoices) => void;
  readonly exporter: Exporter;
  readonly isMaking: boolean;
  /** The button that begins; it gets the focus back when the work ends. */
  readonly begin: RefObject<HTMLButtonElement | null>;
  readonly onDownload: (() => void) | undefined;
}

/** Any export but the video: its formats, and the button that makes it. */
export function FileExport(props: ExportProps & { readonly kind: Kind }) {
  const { source, choices, onChoose, exporter, onDownload, kind, ...button } = props;
  const { narration, voice } = source;
  const chosen = choices.formats[kind.id];
  const format = kind.formats.find(each => each === chosen) ?? kind.formats[0];
  if (!format) return null;
  const name = nameFile(format, source);
  const saveNow = (file: Blob) => {
    exporter.save(file, name);
    onDownload?.();
  };
  const save = () => {
    const text = makeTextFile(format, source);
    if (text) return saveNow(text);
    const { plan, mimeType } = getFormat(format);
    const job = voice && plan?.(voice, source);
    if (!job) return;
    const recording = getRecording(voice, source.music);
    // It was marked when it was made.
    if (recording && format === 'mp3' && !source.storeBytes) return saveNow(recording);
    exporter.make(orderFile(job, name, mimeType), onDownload);
  };
  return (
    <>
      <FormatChoice
        formats={kind.formats}
        chosen={format}
        onChoose={picked => onChoose({ ...choices, formats: { ...choices.formats, [kind.id]: picked } })}
      />
      {kind.id === 'script' && narration && (
        <CopyButton
          text={getText(narration)}
          label={t(messages.copyScript)}
          copied={t(messages.copied)}
          refused={t(messages.copyRefused)}
        />
      )}
      <SaveButton {...button} file={describeFile(format, name, source)} onSave={save} />
    </>
  );
}

function describeFile(format: FormatId, name: string, source: ExportSource): string {
  const size = formatBytes(estimateBytes(format, source));
  const job = source.voice && getFormat(format).plan?.(source.voice, source);
  const isMix = job && 'mixedWith' in job && job.mixedWith !== undefined;
  const seconds = isMix ? job.voice.durationSeconds : job?.voice.soundSeconds;
  const isSound = job?.kind === 'mp3' || job?.kind === 'wav';
  if (!isSound || seconds === undefined) return t(messages.file, { name, size });
  return t(messages.timedFile, { name, duration: formatDuration(seconds), size });
}

interface FormatChoiceProps {
  readonly formats: readonly FormatId[];
  readonly chosen: FormatId;
  readonly onChoose: (format: FormatId) => void;
}

/** Nothing where there is only one format. */
export function FormatChoice({ formats, chosen, onChoose }: FormatChoiceProps) {
  if (formats.length < 2) return null;
  return (
    <RadioGroup
      legend={t(messages.format)}
      options={formats.map(format => ({
        label: describeFormat(format),
        isOn: format === chosen,
        choose: () => onChoose(format),
      }))}
    />
  );
}

interface SaveButtonProps extends Pick<ExportProps, 'begin' | 'isMaking'> {
  readonly file: string;
  readonly onSave: () => void;
}

export function SaveButton({ file, begin, isMaking, onSave }: SaveButtonProps) {
  return (
    <div className={classes.save}>
      <p className={classes.note}>{file}</p>
      <Button ref={begin} isBusy={isMaking} onClick={onSave}>
        {t(messages.save)}
      </Button>
    </div>
  );
}
