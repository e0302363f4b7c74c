import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import type { Line } from '#shared/narration/project.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { TextButton } from '../../../components/button.tsx';
import { AutoDirectionTextarea } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import quiet from '../../../components/quiet-field.module.css';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { formatDuration } from '../../../lib/format.ts';
import { lazyParts, loadChunk, useLazyParts } from '../../../lib/load-chunk.ts';
import { chooseFile } from '../../../lib/media.ts';
import { findChangeEnd, listenForUndo } from '../../../lib/undo-keys.ts';
import { describeLength } from '../jobs/jobs.ts';
import { typeScript } from '../model/change-document.ts';
import type { EditorState } from '../model/editor-state.ts';
import {
  findRecording,
  getLines,
  getNarration,
  getScript,
  getText,
  isEmpty,
  isWriting,
} from '../model/select.ts';
import { redo, undo } from '../model/undo.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { scriptAccept } from '../start/dropped.ts';
import classes from './script-text.module.css';

const lazyHeardSentence = lazyParts('heard sentence', () => import('./heard-sentence.tsx'));

const textClass = `${quiet.field} ${classes.text}`;

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
        className={textClass}
        minRows={text === '' && !isFixed ? 3 : 6}
        value={text}
        readOnly={isFixed}
        onChange={event => typeScript(store, event.currentTarget.value)}
        onPaste={event => onPaste(event.clipboardData.getData('text/plain'))}
        description={parts && cues && t(studioMessages.playSentence)}
        behind={
          parts && cues ? (
            <parts.HeardSentence
              script={text}
              cues={cues}
              lang={languageCode}
              textClass={textClass}
              frame={field}
            />
          ) : null
        }
        {...(languageCode && { lang: languageCode })}
      />
      <p className={`soft small ${classes.length}`}>{length}</p>
    </div>
  );
}

export function useKeptPlace(scroller: RefObject<HTMLElement | null>): void {
  const projectId = useEditorState(({ project }) => project.id);
  const hasText = useEditorState(state => !isEmpty(state));
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !hasText) return;
    const key = `benshi-place-${projectId}`;
    const wanted = Number(readItem(key, 'sessionStorage') ?? 0);
    // The script gets its height bit by bit.
    let isThere = false;
    const goThere = () => {
      if (isThere) return;
      element.scrollTop = wanted;
      isThere = element.scrollTop >= wanted - 1;
    };
    const heights = new ResizeObserver(goThere);
    for (const part of [element, ...element.children]) heights.observe(part);
    goThere();
    const stay = new AbortController();
    const options = { passive: true, signal: stay.signal };
    const letGo = () => {
      isThere = true;
    };
    for (const move of ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const)
      element.addEventListener(move, letGo, options);
    const keep = () => isThere && keepItem(key, String(element.scrollTop), 'sessionStorage');
    element.addEventListener('scroll', keep, options);
    return () => {
      heights.disconnect();
      stay.abort();
    };
  }, [scroller, projectId, hasText]);
}

function getScriptText(state: EditorState): string {
  const narration = getNarration(state);
  return narration ? getScript(state.project, narration) : '';
}

function findCues(state: EditorState) {
  const narration = getNarration(state);
  const cues = narration && findRecording(state, narration)?.cues;
  return cues?.length ? cues : undefined;
}

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
 * Lets keys and the browser's menu undo what the page remembers, because the browser knows nothing of texts that the page has put there.
 * @param frame around the text area @param text its text, so that the cursor goes to where it was changed
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

interface Outcome extends Pick<EditorState, 'lastEnd'> {
  readonly isGood: boolean;
  readonly message: string;
  readonly lines: readonly Line[];
}

export function useOpenScript() {
  const editor = useEditor();
  const { store } = editor;
  const lines = useEditorState(getLines);
  const end = useEditorState(state => state.lastEnd);
  const [last, setLast] = useState<Outcome>();
  const note = (isGood: boolean, message: string) =>
    setLast({ isGood, message, lines: getLines(store.getState()), lastEnd: store.getState().lastEnd });
  async function run(
    work: (parts: typeof import('./open-script.ts')) => string | undefined | Promise<string>,
    nothing = t(studioMessages.noSubtitles),
  ) {
    try {
      const message = await work(await loadChunk('script reader', () => import('./open-script.ts')));
      if (message ?? nothing) note(message !== undefined, message ?? nothing);
    } catch (error) {
      noteFailure(error);
      note(false, describeFailure(error));
    }
  }
  return {
    // Until work has ended that has more to say.
    outcome: last?.lines === lines && last.lastEnd === end ? last : undefined,
    open: (file: File) => run(({ openScript }) => openScript(editor, file)),
    convert: () => run(({ convertSubtitles }) => convertSubtitles(editor)),
    paste: (pasted: string) => run(({ convertSubtitles }) => convertSubtitles(editor, pasted), ''),
  };
}

export type OpenScript = ReturnType<typeof useOpenScript>;

export function OwnScriptWays({ own }: { readonly own: OpenScript }) {
  const { outcome } = own;
  const loading = useRef<HTMLButtonElement>(null);
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const canConvert = useEditorState(hasSubtitles);
  function convert() {
    // Once it is done there is nothing to press here any more, and the keyboard shall not lose its place.
    loading.current?.focus();
    own.convert();
  }
  return (
    <div className={`stack tight small ${classes.ways}`}>
      {!isWorking && (
        <p>
          <TextButton ref={loading} onClick={() => askForScript(own.open)}>
            {t(studioMessages.openScript)}
          </TextButton>
          {canConvert && (
            <>
              {' · '}
              <TextButton onClick={convert}>{t(studioMessages.convertSubtitles)}</TextButton>
            </>
          )}
        </p>
      )}
      <div role="status">{outcome?.isGood && <Notice tone="plain">{outcome.message}</Notice>}</div>
      {outcome && !outcome.isGood && <Notice tone="problem">{outcome.message}</Notice>}
    </div>
  );
}

export function hasSubtitles(state: EditorState): boolean {
  const narration = getNarration(state);
  return narration?.style === 'continuous' && / --> |^Dialogue:/mu.test(getText(narration));
}

/** The page itself has one field for files, that of the video. */
export const askForScript = (take: (file: File) => void) => chooseFile(scriptAccept, take);
