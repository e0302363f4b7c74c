import { t } from '#shared/messages/message.ts';
import { recordingMessages as messages } from '#shared/messages/recording.ts';
import { TextButton } from '../../../components/button.tsx';
import { focusLine } from '../model/line-focus.ts';
import type { LineState } from '../model/list-lines.ts';
import { runOnNarration } from '../model/run-late.ts';
import { useEditor } from '../model/use-editor.tsx';
import classes from './line-row.module.css';

interface LineRecordingProps {
  readonly state: LineState;
  readonly isFixed: boolean;
  readonly onRecord: RecordLine;
}

export type RecordLine = (lineId: string, file?: File) => void;

export function LineRecording({ state: { line, index, sound }, isFixed, onRecord }: LineRecordingProps) {
  const { store } = useEditor();
  const { id: lineId, recordingId, text } = line;
  if (recordingId === undefined || text.trim() === '') return null;
  const isMissing = sound === undefined;
  const isOther = sound?.recordedText !== undefined && sound.recordedText !== text.trim();
  if (!isMissing && !isOther) return <p className={classes.hint}>{t(messages.recorded)}</p>;
  const number = index + 1;
  const useVoice = () => {
    runOnNarration(store, { type: 'setDelivery', lineId, changes: { recordingId: undefined } });
    // The button that was pressed is gone.
    focusLine(lineId);
  };
  return (
    <p className={isMissing ? classes.problem : classes.hint}>
      {t(isMissing ? messages.missing : messages.changedSince)}{' '}
      {!isFixed && (
        <span className={classes.choice}>
          <TextButton aria-label={t(messages.recordAgainLine, { number })} onClick={() => onRecord(lineId)}>
            {t(messages.recordAgain)}
          </TextButton>
          <TextButton aria-label={t(messages.useVoiceLine, { number })} onClick={useVoice}>
            {t(messages.useVoice)}
          </TextButton>
        </span>
      )}
    </p>
  );
}

/** A sound file that is dropped on a line; undefined for anything else, which is for the page. */
export function findDroppedSound({ files }: DataTransfer): File | undefined {
  return files.length === 1 && files[0]?.type.startsWith('audio/') ? files[0] : undefined;
}
