import type { RefObject } from 'react';
import { deliveryMessages } from '#shared/messages/delivery.ts';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { isTimed } from '#shared/narration/project.ts';
import { describeUnspoken } from '#shared/script/unspoken.ts';
import { TextButton } from '../../components/button.tsx';
import { Badge } from '../../components/page-frame.tsx';
import type { Speaker } from '../voice-samples/public.ts';
import { ExportPart } from './export/export-part.tsx';
import { FitButton } from './fit-button.tsx';
import { speak } from './jobs/speak.ts';
import type { EditorState } from './model/editor-state.ts';
import { findTooLong, nameFitting, printSeconds } from './model/judge-line.ts';
import { getDescribedVideo, getLineStates } from './model/line-states.ts';
import { planVoice } from './model/plan-voice.ts';
import { findRecording, getNarration, getSpokenShare, listUnspoken } from './model/select.ts';
import { useEditor, useEditorState } from './model/use-editor.tsx';
import { MadeBy } from './script/made-by.tsx';
import { SpokenLength } from './script/spoken-length.tsx';
import classes from './script-panel.module.css';

interface SpokenScriptProps {
  /** Who spoke it instead of the first choice, if anyone. */
  readonly speaker: Speaker | undefined;
  readonly isReplaced: boolean;
  readonly focusFallback: RefObject<HTMLElement | null>;
  readonly onDownload: (() => void) | undefined;
}

export function SpokenScript({ speaker, isReplaced, focusFallback, onDownload }: SpokenScriptProps) {
  const isSpoken = useEditorState(state => getSpokenShare(state) === 'all');
  const isContinuous = useEditorState(state => {
    const narration = getNarration(state);
    return narration !== undefined && !isTimed(narration);
  });
  const spokenSeconds = useEditorState(getHeardSeconds);
  return (
    <div className={classes.sound}>
      <LinesToSpeak />
      {isSpoken && (
        <>
          <div className={classes.play}>
            <Badge className={classes.stamp} />
            {isContinuous && (
              <SpokenLength spokenSeconds={spokenSeconds}>
                <FitButton spokenSeconds={spokenSeconds} focusFallback={focusFallback} />
              </SpokenLength>
            )}
          </div>
          <Facts speaker={speaker} />
        </>
      )}
      <MadeBy />
      <ExportPart isQuiet={isReplaced} onDownload={onDownload} />
    </div>
  );
}

function getHeardSeconds(state: EditorState): number | undefined {
  const narration = getNarration(state);
  return narration && !isTimed(narration) ? planVoice(state)?.soundSeconds : undefined;
}

/** Of a narration that was spoken in part, or whose lines were changed since. */
function LinesToSpeak() {
  const count = useEditorState(state => {
    const narration = getSpokenShare(state) === 'some' && getNarration(state);
    return narration ? listUnspoken(state, narration).length : 0;
  });
  return (
    <p className={classes.spokenBy} role="status">
      {count > 0 && t(deliveryMessages.toSpeak, { count })}
    </p>
  );
}

function Facts({ speaker }: { readonly speaker: Speaker | undefined }) {
  const pauses = useEditorState(describePauses);
  const unspoken = useEditorState(state => {
    const narration = getNarration(state);
    return narration && findRecording(state, narration)?.unspokenLines;
  });
  return (
    <>
      {pauses && <p className={classes.spokenBy}>{pauses}</p>}
      <TooLongLines />
      {unspoken?.map(({ line, text }) => (
        <p key={line} className={classes.tooLong}>
          {t(spokenScriptMessages.unspoken, { line, reason: describeUnspoken(text) })}
        </p>
      ))}
      {speaker && <p className={classes.spokenBy}>{describeSpeaker(speaker)}</p>}
    </>
  );
}

function describeSpeaker({ isOffline, name }: Speaker): string {
  return isOffline ? t(spokenScriptMessages.spokenOffline) : t(spokenScriptMessages.spokenBy, { name });
}

/** By how much an extended description makes its video longer. */
function describePauses(state: EditorState): string | undefined {
  const waits = getLineStates(state).map(({ waitSeconds = 0 }) => waitSeconds);
  const count = waits.filter(seconds => seconds > 0).length;
  if (count === 0) return undefined;
  const seconds = waits.reduce((sum, each) => sum + each, 0);
  return t(spokenScriptMessages.pauses, { count, duration: printSeconds(seconds) });
}

/** The list of lines may be out of sight by now. */
function TooLongLines() {
  const editor = useEditor();
  const lines = useEditorState(getLineStates);
  const found = findTooLong(lines);
  const count = found.length;
  const isDescription = useEditorState(state => getDescribedVideo(state) !== undefined);
  const { leftOut, tooLong } = spokenScriptMessages;
  if (count === 0) return null;
  if (isDescription) return <p className={classes.tooLong}>{t(leftOut, { count })}</p>;
  return (
    <p className={classes.tooLong}>
      {t(tooLong, { count })}{' '}
      {found.some(({ line }) => !line.isLocked) && (
        <TextButton onClick={() => speak(editor, { shorten: true })}>{nameFitting(lines)}</TextButton>
      )}
    </p>
  );
}
