import { useState } from 'react';
import { describeProvenance } from '#shared/marks/create-marks.ts';
import {
  addSyntheticNotice,
  getSyntheticNotice,
  isSyntheticNotice,
  type NoticePlace,
  noticePlaces,
} from '#shared/marks/synthetic-notice.ts';
import { markMessages as messages } from '#shared/messages/marks.ts';
import { t } from '#shared/messages/message.ts';
import { estimateSeconds, startRate } from '#shared/script/estimate-speech.ts';
import { Button } from '../../../components/button.tsx';
import { run } from '../model/change-document.ts';
import type { EditorStore } from '../model/editor-state.ts';
import {
  getDescribedVideo,
  getDurationSeconds,
  getLineStates,
  getSpokenLanguage,
} from '../model/line-states.ts';
import { getProvenance } from '../model/plan-voice.ts';
import { getLines, getNarration, isEmpty, isReadOnly } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './made-by.module.css';

export function MadeBy() {
  const { store } = useEditor();
  const isNothing = useEditorState(isEmpty);
  const provenance = useEditorState(getProvenance);
  const isFixed = useEditorState(isReadOnly);
  const isSaid = useEditorState(state => getLines(state).some(({ text }) => isSyntheticNotice(text)));
  const [isFull, setFull] = useState(false);
  if (isNothing || !provenance) return null;
  const isOff = isSaid || isFixed;
  const isSynthetic = !provenance.hasRecording || provenance.voices.length > 0;
  return (
    <details className={classes.made}>
      <summary>{describeProvenance(provenance) || t(messages.voiceAndText)}</summary>
      {isSynthetic && (
        <>
          <p>{t(messages.sayIt)}</p>
          <div className={classes.places}>
            {noticePlaces.map(place => (
              <Button
                key={place}
                variant="default"
                isBlocked={isOff}
                onClick={() => setFull(!saySynthetic(store, place))}
              >
                {t(place === 'first' ? messages.sayAtStart : messages.sayAtEnd)}
              </Button>
            ))}
          </div>
          <p role="status">{isSaid ? t(messages.isSaid) : isFull && t(messages.noTime)}</p>
        </>
      )}
    </details>
  );
}

/**
 * Adds a line that says that the voice is synthetic, in the language of the narration.
 * @returns false if no time is free for it
 */
export function saySynthetic(store: EditorStore, place: NoticePlace): boolean {
  const state = store.getState();
  const narration = getNarration(state);
  if (!narration) return false;
  const language = getSpokenLanguage(narration, state);
  const command = addSyntheticNotice(narration, {
    place,
    language,
    seconds: estimateSeconds(getSyntheticNotice(language), state.speechRate ?? startRate(language)),
    durationSeconds: getDurationSeconds(state),
    spoken: getLineStates(state).map(({ startSeconds, needSeconds }) => ({
      startSeconds,
      endSeconds: startSeconds + needSeconds,
    })),
    gaps: getDescribedVideo(state)?.gaps,
  });
  if (command) run(store, command);
  return command !== undefined;
}
