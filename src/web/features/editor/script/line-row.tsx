import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { OwnedComment } from '#shared/api/review.ts';
import type { LineCheck } from '#shared/checks/line-check.ts';
import { languages } from '#shared/languages.ts';
import { deliveryMessages } from '#shared/messages/delivery.ts';
import { languagesMessages } from '#shared/messages/languages.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { recordingMessages as messages, recordingMessages } from '#shared/messages/recording.ts';
import { printShortTime, readTime } from '#shared/script/time-format.ts';
import { describeSound } from '#shared/script/unspoken.ts';
import { IconButton, TextButton } from '../../../components/button.tsx';
import { AutoDirectionTextarea } from '../../../components/field.tsx';
import { MenuButton } from '../../../components/menu.tsx';
import field from '../../../components/quiet-field.module.css';
import { chooseSoundFile } from '../../../lib/media.ts';
import { listenForUndo } from '../../../lib/undo-keys.ts';
import { speak } from '../jobs/speak.ts';
import { runOnNarration } from '../model/change-document.ts';
import {
  findSelectedWord,
  focusLine,
  goToNeighbour,
  joinWithNext,
  joinWithPrevious,
  moveLine,
  removeLine,
  splitLine,
  typeLine,
} from '../model/edit-lines.ts';
import type { Editor } from '../model/editor.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { describeFit, describeNeed, judgeLine, type LineState } from '../model/line-states.ts';
import { useEditor } from '../model/use-editor.tsx';
import { CommentList, LineChecks } from '../panels/review-panel.tsx';
import type { LinePictures } from './line-pictures.ts';
import classes from './line-row.module.css';
import { LineChange } from './word-difference.tsx';

interface LineRowProps extends ActingLine {
  readonly checks: readonly LineCheck[] | undefined;
  readonly comments: readonly OwnedComment[] | undefined;
  readonly isHeard: boolean;
  readonly isSelected: boolean;
  readonly languageCode: string | undefined;
  /** The line that it translates, where that is shown. */
  readonly original: string | undefined;
  readonly originalCode: string | undefined;
  readonly pictures: LinePictures | undefined;
  /** How it is spoken, where that differs from the other lines. */
  readonly delivery: string | undefined;
}

export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { state, isHeard, isSelected, isFixed, pictures, languageCode } = props;
  const editor = useEditor();
  const { store } = editor;
  const { line, startSeconds } = state;
  const number = state.index + 1;
  const needId = useId();
  const select = () => store.setState({ selectedLineId: line.id });
  return (
    <li
      className={classes.row}
      data-heard={isHeard || undefined}
      data-selected={isSelected || undefined}
      aria-current={isHeard || undefined}
      onDrop={event => drop(event, props)}
    >
      <div className={classes.when}>
        {pictures && (
          <LinePicture
            pictures={pictures}
            seconds={startSeconds}
            onSeek={seconds => store.getState().player?.seekPicture(seconds)}
          />
        )}
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
        <LineTime
          number={number}
          startSeconds={startSeconds}
          isFixed={isFixed}
          onFocus={select}
          onChange={seconds => moveLine(store, line.id, seconds)}
        />
      </div>
      <div className={classes.what}>
        {props.delivery && (
          <p className={classes.delivery} id={`${needId}-delivery`} dir="auto">
            {props.delivery}
          </p>
        )}
        <LineText
          {...{ state, store, languageCode, isFixed }}
          describedBy={`${needId}-delivery ${needId}`}
          onFocus={select}
        />
        <LineNeedText state={state} checks={props.checks} id={needId} />
        <LineNotes {...props} editor={editor} />
        {props.comments && <CommentList comments={props.comments} />}
      </div>
      <div className={classes.tools}>
        {line.isLocked && <LockMark />}
        <IconButton
          className={classes.icon}
          label={t(lineEditorMessages.playFrom, { number })}
          path="M8 4.500v15l12-7.500z"
          title={t(lineEditorMessages.play)}
          onClick={() => play(editor, startSeconds)}
        />
        <MenuButton
          label={t(lineEditorMessages.actions, { number })}
          listGroups={() => [{ actions: listActions(props, editor) }]}
          renderButton={button => (
            <IconButton
              {...button}
              className={classes.icon}
              label={t(lineEditorMessages.actions, { number })}
              path="M5 12h.01M12 12h.01M19 12h.01"
              pathClass={classes.dots}
              title={t(lineEditorMessages.more)}
            />
          )}
        />
      </div>
    </li>
  );
});

interface LinePictureProps {
  readonly pictures: LinePictures;
  readonly seconds: number;
  readonly onSeek: (seconds: number) => void;
}

function LinePicture({ pictures, seconds, onSeek }: LinePictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const url = useSyncExternalStore(pictures.subscribe, () => pictures.getUrls().get(seconds));
  useEffect(() => {
    const element = place.current;
    return element ? pictures.watch(element, seconds) : undefined;
  }, [pictures, seconds]);
  return (
    <div className={classes.picture} ref={place}>
      {url !== undefined && (
        <button
          type="button"
          aria-label={t(lineEditorMessages.showFrame, { time: printShortTime(seconds) })}
          onClick={() => onSeek(seconds)}
        >
          <img src={url} alt="" />
        </button>
      )}
    </div>
  );
}

function LockMark() {
  return (
    <span className={classes.lock} role="img" aria-label={t(lineEditorMessages.locked)}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3" />
      </svg>
    </span>
  );
}

/** What a line needs of its available duration, in words and as a bar. */
function LineNeedText({
  state,
  checks,
  id,
}: Pick<LineRowProps, 'state' | 'checks'> & { readonly id: string }) {
  const fit = judgeLine(state);
  // An open check says it, with the reason and what can be done.
  const isChecked = checks?.some(({ rule, isAccepted }) => rule === 'fits-gap' && !isAccepted);
  const fitText = isChecked ? undefined : describeFit(state);
  return (
    <p className={classes.need} id={id} data-fit={fit.kind}>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ inlineSize: `${100 * fit.share}%` }} />
      </span>
      {/* The spaces are for screen readers. */}
      <span>{describeNeed(state)}</span> {fitText && <span>{fitText}</span>}{' '}
      {state.fits && <span>{state.fits}</span>}
    </p>
  );
}

function OriginalText({ state, original, originalCode }: LineRowProps) {
  if (original === undefined) return null;
  return (
    <p className={classes.hint}>
      {state.line.isStale ? (
        <strong>{t(languagesMessages.lineChanged)}</strong>
      ) : (
        t(languagesMessages.original)
      )}{' '}
      <bdi lang={originalCode} dir="auto">
        {original}
      </bdi>
    </p>
  );
}

interface LineNotesProps extends LineRowProps {
  readonly editor: Editor;
}

function LineNotes(props: LineNotesProps) {
  const { state, checks, isFixed, languageCode, onRewrite, editor } = props;
  const { store } = editor;
  const { line, index, problem, sound } = state;
  const lineId = line.id;
  const language = languages.find(({ code }) => code === languageCode);
  const notice = sound && describeSound({ ...sound, text: line.text }, language);
  const change = (type: 'acceptRewriting' | 'undoRewriting') => () => {
    runOnNarration(store, { type, lineId });
    // The button that was pressed is gone.
    focusLine(lineId);
  };
  return (
    <>
      <OriginalText {...props} />
      {problem && <p className={classes.problem}>{problem}</p>}
      <LineRecording state={state} isFixed={isFixed} onRecord={props.onRecord} />
      {notice && <p className={classes.problem}>{notice}</p>}
      {line.before !== undefined && (
        <LineChange
          number={index + 1}
          before={line.before}
          after={line.text}
          languageCode={languageCode}
          isFixed={isFixed}
          onRestore={change('undoRewriting')}
          onKeep={change('acceptRewriting')}
        />
      )}
      {checks && (
        <LineChecks
          {...{ line, checks, isFixed }}
          number={index + 1}
          canRewrite={onRewrite !== undefined}
          onDone={() => focusLine(lineId)}
        />
      )}
    </>
  );
}

/** Anything but a sound file is for the page. */
function drop(event: DragEvent, { state, isFixed, onRecord }: LineRowProps): void {
  const file = findDroppedSound(event.dataTransfer);
  if (!file || isFixed || state.line.text.trim() === '') return;
  event.preventDefault();
  onRecord(state.line.id, file);
}

interface LineTextProps {
  readonly state: LineState;
  readonly store: EditorStore;
  readonly describedBy: string;
  readonly languageCode: string | undefined;
  readonly isFixed: boolean;
  readonly onFocus: () => void;
}

function LineText({ state, store, describedBy, languageCode, isFixed, onFocus }: LineTextProps) {
  const { line, index } = state;
  return (
    <AutoDirectionTextarea
      aria-label={t(lineEditorMessages.line, { number: index + 1 })}
      aria-describedby={describedBy}
      className={field.field}
      placeholder={t(lineEditorMessages.writeHere)}
      minRows={1}
      value={line.text}
      readOnly={isFixed}
      lang={languageCode}
      data-line={line.id}
      onFocus={onFocus}
      onChange={event => typeLine(store, line.id, event.currentTarget.value)}
      onKeyDown={event => takeKey(event, store, line.id)}
    />
  );
}

/** Enter splits a line, Backspace at its start joins it with the previous one, and the arrows go on beyond its ends. */
function takeKey(event: KeyboardEvent<HTMLTextAreaElement>, store: EditorStore, lineId: string): void {
  const { selectionStart, selectionEnd, value, readOnly } = event.currentTarget;
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const isCaret = selectionStart === selectionEnd;
  const isAtStart = isCaret && selectionStart === 0;
  const isAtEnd = isCaret && selectionEnd === value.length;
  if (event.key === 'Enter' && !readOnly) splitLine(store, lineId, selectionStart);
  else if (event.key === 'Backspace' && isAtStart && !readOnly) joinWithPrevious(store, lineId);
  else if (event.key === 'Delete' && isAtEnd && !readOnly) joinWithNext(store, lineId);
  else if (event.key === 'ArrowUp' && isAtStart) goToNeighbour(store, lineId, 'before');
  else if (event.key === 'ArrowDown' && isAtEnd) goToNeighbour(store, lineId, 'after');
  else return;
  event.preventDefault();
}

interface LineTimeProps {
  readonly number: number;
  readonly startSeconds: number;
  readonly isFixed: boolean;
  readonly onFocus: () => void;
  readonly onChange: (seconds: number) => void;
}

/** The start time of a line: typed as people write a time, applied with Enter or when the field is left. */
function LineTime({ number, startSeconds, isFixed, onFocus, onChange }: LineTimeProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const isTyped = typed !== undefined;
  const seconds = isTyped ? readTyped(typed) : startSeconds;
  const isWrong = seconds === undefined;

  useEffect(() => {
    const element = field.current;
    if (!isTyped || !element) return;
    // Undo takes back what is typed here, and only then a step of the document.
    return listenForUndo(element, () => {
      setTyped(undefined);
      return true;
    });
  }, [isTyped]);

  function takeOver() {
    if (!isTyped) return;
    // An invalid time goes back to the last one.
    setTyped(undefined);
    if (seconds !== undefined && seconds !== startSeconds) onChange(seconds);
  }

  function takeKey(event: KeyboardEvent) {
    if (event.key === 'Enter') takeOver();
    else if (event.key === 'Escape' && isTyped) {
      event.stopPropagation();
      setTyped(undefined);
    }
  }

  return (
    <input
      ref={field}
      className={classes.time}
      type="text"
      inputMode="decimal"
      size={7}
      aria-label={t(lineEditorMessages.startTime, { number })}
      aria-invalid={isWrong || undefined}
      title={isWrong ? t(lineEditorMessages.enterTime) : undefined}
      value={typed ?? printShortTime(startSeconds)}
      readOnly={isFixed}
      onFocus={onFocus}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={takeOver}
      onKeyDown={takeKey}
    />
  );
}

/** A time, or seconds alone. */
function readTyped(typed: string): number | undefined {
  const time = readTime(typed);
  if (time !== undefined) return time;
  const seconds = Number(typed.trim().replace(',', '.'));
  return typed.trim() !== '' && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

interface LineRecordingProps {
  readonly state: LineState;
  readonly isFixed: boolean;
  readonly onRecord: RecordLine;
}

export type RecordLine = (lineId: string, file?: File) => void;

function LineRecording({ state: { line, index, sound }, isFixed, onRecord }: LineRecordingProps) {
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
function findDroppedSound({ files }: DataTransfer): File | undefined {
  return files.length === 1 && files[0]?.type.startsWith('audio/') ? files[0] : undefined;
}

interface ActingLine {
  readonly state: LineState;
  /** There is a voice, and nothing else is being done. */
  readonly canSpeak: boolean;
  readonly isFixed: boolean;
  readonly onDeliver: (lineId: string) => void;
  readonly onRewrite: ((lineId: string) => void) | undefined;
  readonly onRecord: RecordLine;
  /** Called with the word at the cursor of the line; may be empty. */
  readonly onPronounce: (word: string) => void;
}

function listActions(
  { state, canSpeak, isFixed, onDeliver, onRewrite, onRecord, onPronounce }: ActingLine,
  editor: Editor,
) {
  const { store } = editor;
  const { line, startSeconds, sound } = state;
  const { id: lineId, isLocked, recordingId } = line;
  const hasText = line.text.trim() !== '';
  const { play: playLabel, generateAudio, regenerateAudio, rewrite, lock, unlock } = lineEditorMessages;
  const { startAtPlayhead, deleteLine } = lineEditorMessages;
  const player = store.getState().player;
  return [
    { label: t(playLabel), isPossible: true, choose: () => play(editor, startSeconds) },
    {
      label: t(sound ? regenerateAudio : generateAudio),
      isPossible: canSpeak && !isFixed && hasText && recordingId === undefined,
      choose: () => speak(editor, { only: [lineId] }),
    },
    { label: t(deliveryMessages.action), isPossible: !isFixed, choose: () => onDeliver(lineId) },
    ...(onRewrite
      ? [{ label: t(rewrite), isPossible: !isFixed && hasText, choose: () => onRewrite(lineId) }]
      : []),
    ...listRecording({ lineId, recordingId, canRecord: !isFixed && hasText, onRecord }, editor),
    {
      label: t(lineEditorMessages.changePronunciation),
      isPossible: hasText,
      choose: () => onPronounce(findSelectedWord(lineId)),
    },
    {
      label: t(isLocked ? unlock : lock),
      isPossible: !isFixed,
      choose: () => runOnNarration(store, { type: 'setLock', lineId, isLocked: !isLocked }),
    },
    {
      label: t(startAtPlayhead),
      isPossible: !isFixed && player !== undefined,
      choose: () => player && moveLine(store, lineId, player.picture.getPlaybackTime().atSeconds),
    },
    { label: t(deleteLine), isPossible: !isFixed, choose: () => removeLine(store, lineId) },
  ];
}

interface Recorded {
  readonly lineId: string;
  readonly recordingId: string | undefined;
  readonly canRecord: boolean;
  readonly onRecord: RecordLine;
}

function listRecording({ lineId, recordingId, canRecord, onRecord }: Recorded, { store }: Editor) {
  const { recordYourself, useFile, useVoice } = recordingMessages;
  return [
    { label: t(recordYourself), isPossible: canRecord, choose: () => onRecord(lineId) },
    {
      label: t(useFile),
      isPossible: canRecord,
      choose: () => chooseSoundFile(file => onRecord(lineId, file)),
    },
    ...(recordingId === undefined
      ? []
      : [
          {
            label: t(useVoice),
            isPossible: canRecord,
            choose: () =>
              runOnNarration(store, { type: 'setDelivery', lineId, changes: { recordingId: undefined } }),
          },
        ]),
  ];
}

/** From a time of the preview on. */
function play({ store }: Editor, startSeconds: number): void {
  const { player } = store.getState();
  player?.seekPicture(startSeconds);
  player?.play();
}
