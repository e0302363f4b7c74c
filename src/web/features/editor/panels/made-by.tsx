import { useState } from 'react';
import { describeProvenance } from '#shared/marks/create-marks.ts';
import { isSyntheticNotice, noticePlaces } from '#shared/marks/synthetic-notice.ts';
import { markMessages as messages } from '#shared/messages/marks.ts';
import { t } from '#shared/messages/message.ts';
import { Button } from '../../../components/button.tsx';
import { getProvenance } from '../model/plan-voice.ts';
import { getLines, isEmpty, isReadOnly } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './made-by.module.css';
import { saySynthetic } from './say-synthetic.ts';

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
