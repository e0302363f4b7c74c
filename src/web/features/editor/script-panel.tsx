import { type ReactNode, useId, useRef, useState } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { PlainButton, TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useRovingIndex } from '../../lib/focus.ts';
import { useLazyParts } from '../../lib/load-chunk.ts';
import { lazyScriptParts } from './lazy-script-parts.ts';
import { redo, undo } from './model/change-document.ts';
import { getNarration, getSpokenShare, hasTimes, isEmpty, isWriting } from './model/select.ts';
import { useEditor, useEditorState } from './model/use-editor.tsx';
import { type OpenScript, OwnScriptWays } from './script/own-script-ways.tsx';
import type { FollowedPlaces } from './script/use-follow-work.ts';
import { describeOtherVoice, useSpeech } from './script/use-speech.ts';
import classes from './script-panel.module.css';
import { ScriptText } from './script-text.tsx';
import { WorkButton } from './start/work-button.tsx';

interface ScriptPanelProps {
  readonly followed: FollowedPlaces;
  readonly own: OpenScript;
  readonly onDownload: (() => void) | undefined;
  /** What a person should know about the voice. */
  readonly note: ReactNode;
}

export function ScriptPanel({ followed, own, onDownload, note }: ScriptPanelProps) {
  const heading = useId();
  const begin = useRef<HTMLButtonElement>(null);
  const languageName = useEditorState(state => getNarration(state)?.language);
  const language = languageName && getLanguage(languageName);
  const isWanted = useEditorState(({ project }) => !!project.video || project.narrations.length > 0);
  const isSpoken = useEditorState(state => getSpokenShare(state) === 'all');
  const isLines = useEditorState(hasTimes);
  const speech = useSpeech();
  const job = useEditorState(state => state.job);
  const isBlank = useEditorState(isEmpty);
  const otherVoice = useEditorState(describeOtherVoice);
  const parts = useLazyParts(lazyScriptParts, isWanted);
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{t(studioMessages.script)}</h2>
        {language && (
          <span lang={language.code} dir="auto">
            {language.nativeName}
          </span>
        )}
        <div className={classes.tools}>
          <UndoButtons />
          <KeyboardShortcuts />
        </div>
      </div>
      {parts && <parts.VersionsMenu />}
      {parts && <parts.ExampleNotice />}
      {isLines && parts ? (
        <parts.LineList />
      ) : (
        <ScriptText languageCode={language?.code} onPaste={own.paste} />
      )}
      {parts && <parts.ReviewPanel />}
      {parts && <parts.TranscriptPanel />}
      {parts && <parts.CastPanel />}
      {parts && !isSpoken && <parts.FitButton spokenSeconds={undefined} focusFallback={begin} />}
      <div className={classes.speech} ref={followed.sound}>
        <div className={classes.next} ref={followed.next}>
          <WorkButton
            begin={begin}
            label={t(studioMessages.generateAudio)}
            isWorking={job?.kind === 'speak' || job?.kind === 'fit'}
            disabled={job !== undefined}
            // Only the button of the next step stands out.
            variant={isBlank || (isSpoken && !otherVoice) ? 'default' : 'filled'}
            onBegin={() => speech.speak()}
            onCancel={() => job?.cancel()}
          />
        </div>
        <p className={classes.other} role="status">
          {otherVoice}
        </p>
        {speech.problem && <Notice tone="problem">{speech.problem}</Notice>}
        {speech.notice && <Notice tone="plain">{speech.notice}</Notice>}
        {parts && <parts.SpeakInstead focusFallback={begin} onSpeak={speaker => speech.speak(speaker.id)} />}
        {note}
        {parts && (
          <parts.SpokenScript
            speaker={speech.replacement}
            isReplaced={otherVoice !== undefined}
            focusFallback={begin}
            onDownload={onDownload}
          />
        )}
      </div>
      <OwnScriptWays own={own} />
    </section>
  );
}

function KeyboardShortcuts() {
  const [isOpen, setOpen] = useState(false);
  const parts = useLazyParts(lazyScriptParts, isOpen);
  return (
    <>
      <TextButton aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        {t(studioMessages.keyboardShortcuts)}
      </TextButton>
      {isOpen && parts && <parts.ShortcutsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Undo and Redo of all changes to the script: one tab stop, which keeps the focus. */
function UndoButtons() {
  const { store } = useEditor();
  const canUndo = useEditorState(state => state.past.length > 0 && !isWriting(state));
  const canRedo = useEditorState(state => state.future.length > 0 && !isWriting(state));
  const steps = [
    { label: t(studioMessages.undo), isPossible: canUndo, onPress: () => undo(store) },
    { label: t(studioMessages.redo), isPossible: canRedo, onPress: () => redo(store) },
  ];
  const getItemProps = useRovingIndex(steps.length);
  return (
    <div className={classes.pair} role="toolbar" aria-label={t(studioMessages.history)}>
      {steps.map(({ label, isPossible, onPress }, index) => (
        <PlainButton
          key={label}
          className={classes.step}
          isBlocked={!isPossible}
          {...getItemProps(index, onPress)}
        >
          {label}
        </PlainButton>
      ))}
    </div>
  );
}
