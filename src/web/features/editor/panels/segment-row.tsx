import { memo, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { transcriptPanelMessages as messages } from '#shared/messages/transcript-panel.ts';
import { createLine, isTimed, type Segment } from '#shared/narration/project.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { describeHearing } from '#shared/transcript/to-transcript.ts';
import { TextButton } from '../../../components/button.tsx';
import { AutoDirectionTextarea } from '../../../components/field.tsx';
import field from '../../../components/quiet-field.module.css';
import { addNarration, findGroup, runLate } from '../model/change-document.ts';
import { addLineAt } from '../model/edit-lines.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { hasTimes } from '../model/select.ts';
import { useEditor } from '../model/use-editor.tsx';
import classes from './transcript-panel.module.css';

/** Recognisers are right in nearly all words above it. */
const minConfidence = 0.6;

interface SegmentRowProps {
  readonly segment: Segment;
  /** Undefined where speakers are not told apart. */
  readonly speaker: string | undefined;
  readonly languageCode: string | undefined;
  /** There are lines with times, or no script yet. */
  readonly canAdd: boolean;
}

/** A part of what is said: its time, speaker and text. */
export const SegmentRow = memo(function SegmentRow(props: SegmentRowProps) {
  const { segment, speaker, languageCode, canAdd } = props;
  const { store } = useEditor();
  const { startMs, isSound, confidence } = segment;
  const time = printShortTime(startMs / 1000);
  return (
    <li className={classes.segment} data-sound={isSound}>
      <TextButton
        aria-label={t(messages.goTo, { time })}
        onClick={() => store.getState().player?.seekPicture(startMs / 1000)}
      >
        {time}
      </TextButton>
      {speaker && <strong dir="auto">{speaker}</strong>}
      {confidence !== undefined && confidence < minConfidence && (
        <span className={classes.unsure}>{t(messages.isUnsure)}</span>
      )}
      {canAdd && !isSound && (
        <TextButton
          aria-label={t(messages.addAsLineAt, { time })}
          onClick={() => addSegmentAsLine(store, segment)}
        >
          {t(messages.addAsLine)}
        </TextButton>
      )}
      <SegmentText segment={segment} time={time} languageCode={languageCode} />
    </li>
  );
});

interface SegmentTextProps extends Pick<SegmentRowProps, 'segment' | 'languageCode'> {
  readonly time: string;
}

/** What is typed stays as it is typed, while the document has it without spaces at its ends. Emptied and left, it is removed. */
function SegmentText({ segment: { id, text, isSound }, time, languageCode }: SegmentTextProps) {
  const { store } = useEditor();
  const [typed, setTyped] = useState<string>();
  const isOurs = typed !== undefined && (typed.trim() === '' || typed.replace(/\s+/gu, ' ').trim() === text);
  const shown = isOurs ? typed : text;
  return (
    <AutoDirectionTextarea
      aria-label={t(isSound ? messages.soundAt : messages.saidAt, { time })}
      className={field.field}
      minRows={1}
      lang={languageCode}
      value={shown}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (value.trim() === '') return;
        const group = findGroup(id, shown, value);
        runLate(store, { type: 'editSegment', segmentId: id, text: value }, { group });
      }}
      onBlur={() => {
        if (isOurs && typed.trim() === '') runLate(store, { type: 'editSegment', segmentId: id, text: '' });
        setTyped(undefined);
      }}
    />
  );
}

/** Without a script it becomes the first line of one. */
function addSegmentAsLine(store: EditorStore, { startMs, text }: Segment): void {
  const state = store.getState();
  const { transcript } = state.project;
  const said = { text, ...(transcript && describeHearing(transcript)) };
  if (hasTimes(state)) {
    addLineAt(store, startMs / 1000, said);
    return;
  }
  const { form } = state;
  const line = createLine({ startMs, origin: 'edited', ...said });
  const style = isTimed(form) ? form.style : 'timed';
  addNarration(store, { style, prompt: form.prompt, settings: { voice: form.voice }, lines: [line] });
  store.setState({ selectedLineId: line.id });
}
