import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { AutoDirectionTextarea } from '../../../components/field.tsx';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { formatDuration } from '../../../lib/format.ts';
import { lazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { findChangeEnd, listenForUndo } from '../../../lib/undo-keys.ts';
import { describeLength } from '../jobs/jobs.ts';
import { redo, typeScript, undo } from '../model/change-document.ts';
import type { EditorState } from '../model/editor-state.ts';
import { findRecording, getNarration, getScript, getText, isEmpty, isWriting } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './script-text.module.css';

const lazyHeardSentence = lazyParts('heard sentence', () => import('./heard-sentence.tsx'));

interface ScriptTextProps {
  readonly languageCode: string | undefined;
  readonly onPaste: (pasted: string) => void;
}

export function ScriptText({ languageCode, onPaste }: ScriptTextProps) {
  const { store } = useEditor();
  const field = useRef<HTMLDivElement>(null);
  const text = useEditorState(getScriptText);
  const isFixed = useEditorState(isWriting);
  const length = useEditorState(describeScriptLength);
  const cues = useEditorState(findCues);
  const parts = useLazyParts(lazyHeardSentence, cues !== undefined);
  useUndoKeys(field, text);
  useKeptPlace(field);
  return (
    <div ref={field} className={classes.frame}>
      <AutoDirectionTextarea
        aria-label={t(studioMessages.script)}
        placeholder={t(studioMessages.scriptPlaceholder)}
        className={classes.text}
        minRows={text === '' && !isFixed ? 3 : 6}
        value={text}
        readOnly={isFixed}
        onChange={event => typeScript(store, event.currentTarget.value)}
        onPaste={event => onPaste(event.clipboardData.getData('text/plain'))}
        description={cues && t(studioMessages.playSentence)}
        behind={
          parts && cues ? (
            <parts.HeardSentence
              script={text}
              cues={cues}
              lang={languageCode}
              textClass={classes.text}
              frame={field}
            />
          ) : null
        }
        {...(languageCode && { lang: languageCode })}
      />
      <p className={classes.length}>{length}</p>
    </div>
  );
}

/** What scrolls the script stands after a reload where it stood. */
export function useKeptPlace(scroller: RefObject<HTMLElement | null>): void {
  const projectId = useEditorState(({ project }) => project.id);
  const hasText = useEditorState(state => !isEmpty(state));
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !hasText) return;
    const key = `benshi-place-${projectId}`;
    const kept = readItem(key, 'sessionStorage');
    if (kept !== undefined) element.scrollTop = Number(kept);
    const keep = () => keepItem(key, String(element.scrollTop), 'sessionStorage');
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [scroller, projectId, hasText]);
}

function getScriptText(state: EditorState): string {
  const narration = getNarration(state);
  return narration ? getScript(state.project, narration) : '';
}

/** When each sentence is heard, while there is a recording of exactly this text. */
function findCues(state: EditorState) {
  const narration = getNarration(state);
  const cues = narration && findRecording(state, narration)?.cues;
  return cues?.length ? cues : undefined;
}

/** How long the script is, spoken too, and how long the video is. */
function describeScriptLength(state: EditorState): string {
  const narration = getNarration(state);
  if (!narration || isEmpty(state)) return '';
  const script = getText(narration);
  const { words, characters, speechLength, videoLength } = studioStatusMessages;
  const length = describeLength(script, narration.language, { words, characters });
  if (!narration.language) return length;
  const seconds = computeUsualSeconds(script, getLanguage(narration.language));
  const videoSeconds = state.video?.facts.durationSeconds;
  const facts = [
    length,
    t(speechLength, { duration: formatDuration(seconds) }),
    videoSeconds !== undefined && t(videoLength, { duration: formatDuration(videoSeconds) }),
  ];
  return facts.filter(Boolean).join(' · ');
}

const steps = { undo, redo };

/**
 * Lets the keys and the browser's own menu undo and redo what the page remembers, in place of what the browser remembers
 * of one text area. The browser's memory knows nothing of texts that the page has put there.
 * @param frame around the text area
 * @param text its text, so that the cursor goes to where it was changed
 */
function useUndoKeys(frame: RefObject<HTMLElement | null>, text: string): void {
  const { store } = useEditor();
  const textBefore = useRef<string>(undefined);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    return listenForUndo(element, (step, target) => {
      if (target instanceof HTMLTextAreaElement) textBefore.current = target.value;
      if (!isWriting(store.getState())) steps[step](store);
      return true;
    });
  }, [frame, store]);

  useLayoutEffect(() => {
    const before = textBefore.current;
    textBefore.current = undefined;
    const area = frame.current?.querySelector('textarea');
    if (before === undefined || before === text || !area) return;
    const end = findChangeEnd(before, text);
    area.setSelectionRange(end, end);
  }, [frame, text]);
}
