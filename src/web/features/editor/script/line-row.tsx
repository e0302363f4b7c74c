import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { OwnedComment } from '#shared/api/review.ts';
import type { LineCheck } from '#shared/checks/line-check.ts';
import { languages } from '#shared/languages.ts';
import { maxSpeed } from '#shared/limits.ts';
import { deliveryMessages } from '#shared/messages/delivery.ts';
import { languagesMessages } from '#shared/messages/languages.ts';
import { lineEditorMessages as messages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { newCutLinesMessages } from '#shared/messages/new-cut-lines.ts';
import { recordingMessages } from '#shared/messages/recording.ts';
import { hasChangedNumber } from '#shared/script/compare-numbers.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { printShortTime, readTime } from '#shared/script/time-format.ts';
import { describeSound } from '#shared/script/unspoken.ts';
import { IconButton, TextButton } from '../../../components/button.tsx';
import { AutoDirectionTextarea } from '../../../components/field.tsx';
import { MoreMenu } from '../../../components/menu.tsx';
import quiet from '../../../components/quiet-field.module.css';
import { chooseFile } from '../../../lib/media.ts';
import { listenForUndo } from '../../../lib/undo-keys.ts';
import { speak } from '../jobs/speak.ts';
import { runOnNarration } from '../model/change-document.ts';
import {
  findSelectedWord,
  focusLine,
  moveLine,
  playFrom,
  removeLine,
  typeLine,
} from '../model/edit-lines.ts';
import type { Editor } from '../model/editor.ts';
import type { EditorState, EditorStore } from '../model/editor-state.ts';
import {
  describeFit,
  describeNeed,
  getDescribedVideo,
  getLineStates,
  judgeLine,
  type LineState,
} from '../model/line-states.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { CommentList, LineChecks } from '../panels/review-panel.tsx';
import type { VideoPictures } from '../player/video-picture.ts';
import { takeLineKey } from './keys.tsx';
import classes from './line-row.module.css';
import { ChangedPicture, toCheckMessages } from './new-cut.tsx';
import { WordDifference } from './rewrite-line.tsx';

export type LineDialog =
  | { readonly kind: 'rewrite' | 'deliver'; readonly lineId: string }
  | { readonly kind: 'record'; readonly lineId: string; readonly file?: File }
  | { readonly kind: 'pronounce'; readonly word: string };

interface LineRowProps {
  readonly state: LineState;
  readonly checks: readonly LineCheck[] | undefined;
  readonly comments: readonly OwnedComment[] | undefined;
  readonly isHeard: boolean;
  readonly isSelected: boolean;
  readonly canSpeak: boolean;
  readonly canRewrite: boolean;
  readonly isFixed: boolean;
  readonly languageCode: string | undefined;
  readonly original: string | undefined;
  readonly showsOriginal: boolean;
  readonly originalCode: string | undefined;
  readonly pictures: VideoPictures | undefined;
  readonly delivery: string | undefined;
  readonly onOpen: (dialog: LineDialog) => void;
}

export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { state, isHeard, isSelected, isFixed, pictures, delivery } = props;
  const editor = useEditor();
  const { store } = editor;
  const { line, startSeconds } = state;
  const number = state.index + 1;
  const id = useId();
  return (
    <li
      className={classes.row}
      data-heard={isHeard || undefined}
      data-selected={isSelected || undefined}
      aria-current={isHeard || undefined}
      onDrop={event => drop(event, props)}
    >
      <div className={classes.when}>
        {pictures && <LinePicture pictures={pictures} seconds={startSeconds} />}
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
        <LineTime {...props} />
      </div>
      <div>
        {delivery && (
          <p className={`flat soft ${classes.delivery}`} id={`${id}-delivery`} dir="auto">
            {delivery}
          </p>
        )}
        <AutoDirectionTextarea
          aria-label={t(messages.line, { number })}
          aria-describedby={`${id}-delivery ${id}`}
          className={quiet.field}
          placeholder={t(messages.writeHere)}
          minRows={1}
          value={line.text}
          readOnly={isFixed}
          lang={props.languageCode}
          data-line={line.id}
          onFocus={() => store.setState({ selectedLineId: line.id })}
          onChange={event => typeLine(store, line.id, event.currentTarget.value)}
          onKeyDown={event => takeLineKey(event, store, line.id)}
        />
        <LineNeed {...props} id={id} />
        <LineNotes {...props} />
        {props.comments && <CommentList comments={props.comments} />}
      </div>
      <div className={classes.tools}>
        {line.isLocked && <LockMark />}
        <IconButton
          className={classes.icon}
          label={t(messages.playFrom, { number })}
          path="M8 4.500v15l12-7.500z"
          title={t(messages.play)}
          onClick={() => playFrom(store, startSeconds)}
        />
        <MoreMenu
          label={t(messages.actions, { number })}
          title={t(messages.more)}
          className={classes.icon}
          listGroups={() => [{ actions: listActions(props, editor) }]}
        />
      </div>
    </li>
  );
});

/** A sound file becomes the recording of a line; anything else is for the page. */
function drop(event: DragEvent, { state: { line }, isFixed, onOpen }: LineRowProps): void {
  const [file, ...others] = event.dataTransfer.files;
  if (others.length > 0 || !file?.type.startsWith('audio/') || isFixed || line.text.trim() === '') return;
  event.preventDefault();
  onOpen({ kind: 'record', lineId: line.id, file });
}

function LinePicture({ pictures, seconds }: { readonly pictures: VideoPictures; readonly seconds: number }) {
  const { store } = useEditor();
  const place = useRef<HTMLDivElement>(null);
  const url = useSyncExternalStore(pictures.subscribe, () => pictures.getUrls().get(seconds));
  useEffect(() => {
    const want = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) pictures.want(seconds);
    };
    const observer = new IntersectionObserver(want, { rootMargin: '300px 0px' });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [pictures, seconds]);
  return (
    <div className={classes.picture} ref={place}>
      {url !== undefined && (
        <button
          type="button"
          aria-label={t(messages.showFrame, { time: printShortTime(seconds) })}
          onClick={() => store.getState().player?.seekPicture(seconds)}
        >
          <img src={url} alt="" />
        </button>
      )}
    </div>
  );
}

function LockMark() {
  return (
    <span className={classes.lock} role="img" aria-label={t(messages.locked)}>
      <svg className="drawing" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3" />
      </svg>
    </span>
  );
}

/** The start time of a line: typed as people write a time, applied with Enter or when the field is left. */
function LineTime({ state, isFixed }: LineRowProps) {
  const { store } = useEditor();
  const { line, index, startSeconds } = state;
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
    // An invalid time goes back to the last one.
    setTyped(undefined);
    if (seconds !== undefined && seconds !== startSeconds) moveLine(store, line.id, seconds);
  }

  function takeTimeKey(event: KeyboardEvent) {
    if (event.key === 'Enter') takeOver();
    else if (event.key === 'Escape' && isTyped) {
      event.stopPropagation();
      setTyped(undefined);
    }
  }

  return (
    <input
      ref={field}
      className={`${quiet.field} ${classes.time}`}
      type="text"
      inputMode="decimal"
      size={7}
      aria-label={t(messages.startTime, { number: index + 1 })}
      aria-invalid={isWrong || undefined}
      title={isWrong ? t(messages.enterTime) : undefined}
      value={typed ?? printShortTime(startSeconds)}
      readOnly={isFixed}
      onFocus={() => store.setState({ selectedLineId: line.id })}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={takeOver}
      onKeyDown={takeTimeKey}
    />
  );
}

function readTyped(typed: string): number | undefined {
  const seconds = Number(typed.trim().replace(',', '.'));
  const isNumber = typed.trim() !== '' && Number.isFinite(seconds) && seconds >= 0;
  return readTime(typed) ?? (isNumber ? seconds : undefined);
}

/** What a line needs of its available duration, as a bar and in words, and what can be done where it does not fit. */
function LineNeed({ state, checks, isSelected, id }: LineRowProps & { readonly id: string }) {
  const { kind, share } = judgeLine(state);
  // An open check says it, with the reason and what can be done.
  const isChecked = checks?.some(({ rule, isAccepted }) => rule === 'fits-gap' && !isAccepted);
  const facts = [describeNeed(state), !isChecked && describeFit(state), state.fits];
  // A screen reader reads it everywhere.
  const isShown = isSelected || kind === 'waits' || kind === 'too long';
  return (
    <p className={`row flat soft ${classes.need}`} id={id} data-fit={kind}>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ inlineSize: `${100 * share}%` }} />
      </span>
      {facts.filter(Boolean).map(fact => (
        <span key={`${fact}`} className={isShown ? undefined : 'visually-hidden'}>
          {fact}{' '}
        </span>
      ))}
      {isSelected && kind === 'too long' && <Advice state={state} />}
    </p>
  );
}

function Advice({ state }: Pick<LineRowProps, 'state'>) {
  return <span className={classes.advice}>{useEditorState(all => describeAdvice(all, state))}</span>;
}

function describeAdvice(all: EditorState, { line, startSeconds, needSeconds, leftOut }: LineState): string {
  const described = getDescribedVideo(all);
  const isExtended = described?.kind === 'extended';
  const lines = getLineStates(all);
  const others = lines.filter(other => other.line.id !== line.id);
  const needs = { startSeconds, needSeconds: isExtended ? 0 : needSeconds };
  const pause = leftOut === undefined ? undefined : findPause(described?.gaps ?? [], needs, others);
  const isLast = lines.at(-1)?.line.id === line.id;
  const advice = [
    leftOut === undefined && t(isLast ? messages.shortenOrMoveLast : messages.shortenOrMove),
    pause && t(messages.moveToPause, { time: printShortTime(pause.startSeconds) }),
    leftOut !== undefined && !isExtended && t(messages.shortenOrExtend),
    line.isLocked && t(messages.unlockToShorten),
  ];
  return advice.filter(Boolean).join(' ');
}

export function findPause(
  gaps: readonly TimeSpan[],
  { startSeconds, needSeconds }: Pick<LineState, 'startSeconds' | 'needSeconds'>,
  others: readonly Pick<LineState, 'startSeconds'>[],
): TimeSpan | undefined {
  const isFree = (gap: TimeSpan) =>
    gap.endSeconds - gap.startSeconds >= needSeconds / maxSpeed &&
    !others.some(other => other.startSeconds >= gap.startSeconds && other.startSeconds < gap.endSeconds);
  const away = (gap: TimeSpan) => Math.abs(gap.startSeconds - startSeconds);
  return gaps.filter(isFree).toSorted((one, other) => away(one) - away(other))[0];
}

function LineNotes(props: LineRowProps) {
  const { state, checks, isFixed, languageCode, original, showsOriginal, canRewrite, pictures } = props;
  const { store } = useEditor();
  const { line, index, problem, sound } = state;
  const number = index + 1;
  const language = languages.find(({ code }) => code === languageCode);
  const differs = original !== undefined && hasChangedNumber(original, line.text);
  const changedNumbers = differs ? languagesMessages.numbersDiffer : undefined;
  const advice = line.isStale ? languagesMessages.lineChanged : changedNumbers;
  const notice = sound && describeSound({ ...sound, text: line.text }, language);
  const change = (type: 'acceptRewriting' | 'undoRewriting' | 'keepChecked') => () =>
    runOnNarration(store, { type, lineId: line.id });
  const { changed, keepChange, keepChangeTo, restoreOriginal, restoreOriginalOf } = messages;
  const choices: LineChoices = [
    [t(keepChange), t(keepChangeTo, { number }), change('acceptRewriting')],
    [t(restoreOriginal), t(restoreOriginalOf, { number }), change('undoRewriting')],
  ];
  const { keep, keepLine } = newCutLinesMessages;
  const keeping: LineChoices = [[t(keep), t(keepLine, { number }), change('keepChecked')]];
  return (
    <>
      {line.toCheck && (
        <LineNote className={classes.change} lineId={line.id} choices={isFixed ? [] : keeping}>
          <strong>{t(toCheckMessages[line.toCheck])}</strong>
        </LineNote>
      )}
      {line.toCheck === 'picture changed' && pictures && (
        <ChangedPicture line={line} seconds={state.startSeconds} pictures={pictures} />
      )}
      {original !== undefined && (advice ?? showsOriginal) && (
        <p className={classes.hint} data-stale={line.isStale || undefined}>
          {advice ? <strong>{t(advice)}</strong> : t(languagesMessages.original)}{' '}
          <bdi lang={props.originalCode} dir="auto">
            {original}
          </bdi>
        </p>
      )}
      {problem && <p className={classes.problem}>{problem}</p>}
      <LineRecording {...props} />
      {notice && <p className={classes.problem}>{notice}</p>}
      {line.before !== undefined && (
        <LineNote className={classes.change} lineId={line.id} choices={isFixed ? [] : choices}>
          {t(changed)} <WordDifference before={line.before} after={line.text} languageCode={languageCode} />
        </LineNote>
      )}
      {checks && (
        <LineChecks {...{ line, checks, isFixed, canRewrite, number }} onDone={() => focusLine(line.id)} />
      )}
    </>
  );
}

function LineRecording({ state: { line, index, sound }, isFixed, onOpen }: LineRowProps) {
  const { store } = useEditor();
  const { id: lineId, recordingId, text } = line;
  if (recordingId === undefined || text.trim() === '') return null;
  const { recorded, missing, changedSince, recordAgain, recordAgainLine, useVoice, useVoiceLine } =
    recordingMessages;
  const isOther = sound?.recordedText !== undefined && sound.recordedText !== text.trim();
  if (sound && !isOther) return <p className={classes.hint}>{t(recorded)}</p>;
  const number = index + 1;
  const choices: LineChoices = [
    [t(recordAgain), t(recordAgainLine, { number }), () => onOpen({ kind: 'record', lineId })],
    [t(useVoice), t(useVoiceLine, { number }), () => dropRecording(store, lineId)],
  ];
  return (
    <LineNote
      className={sound ? classes.hint : classes.problem}
      lineId={lineId}
      choices={isFixed ? [] : choices}
    >
      {t(sound ? changedSince : missing)}
    </LineNote>
  );
}

function dropRecording(store: EditorStore, lineId: string): void {
  runOnNarration(store, { type: 'setDelivery', lineId, changes: { recordingId: undefined } });
}

type LineChoices = readonly (readonly [label: string, name: string, choose: () => void])[];

interface LineNoteProps {
  readonly className: string | undefined;
  readonly lineId: string;
  readonly choices: LineChoices;
  readonly children: ReactNode;
}

function LineNote({ className, lineId, choices, children }: LineNoteProps) {
  return (
    <p className={className}>
      {children}{' '}
      <span className={classes.choice}>
        {choices.map(([label, name, choose]) => (
          <TextButton
            key={label}
            aria-label={name}
            onClick={() => {
              choose();
              focusLine(lineId);
            }}
          >
            {label}
          </TextButton>
        ))}
      </span>
    </p>
  );
}

function listActions({ state, canSpeak, canRewrite, isFixed, onOpen }: LineRowProps, editor: Editor) {
  const { store } = editor;
  const { line, startSeconds, sound } = state;
  const { id: lineId, isLocked, recordingId } = line;
  const hasText = line.text.trim() !== '';
  const isPossible = !isFixed && hasText;
  const { recordYourself, useFile, useVoice } = recordingMessages;
  const player = store.getState().player;
  const actions = [
    { label: t(messages.play), choose: () => playFrom(store, startSeconds) },
    {
      label: t(sound ? messages.regenerateAudio : messages.generateAudio),
      isPossible: canSpeak && isPossible && recordingId === undefined,
      choose: () => speak(editor, { only: [lineId] }),
    },
    {
      label: t(deliveryMessages.action),
      isPossible: !isFixed,
      choose: () => onOpen({ kind: 'deliver', lineId }),
    },
    canRewrite && {
      label: t(messages.rewrite),
      isPossible,
      choose: () => onOpen({ kind: 'rewrite', lineId }),
    },
    { label: t(recordYourself), isPossible, choose: () => onOpen({ kind: 'record', lineId }) },
    {
      label: t(useFile),
      isPossible,
      choose: () => chooseFile('audio/*', file => onOpen({ kind: 'record', lineId, file })),
    },
    recordingId !== undefined && {
      label: t(useVoice),
      isPossible,
      choose: () => dropRecording(store, lineId),
    },
    {
      label: t(messages.changePronunciation),
      isPossible: hasText,
      choose: () => onOpen({ kind: 'pronounce', word: findSelectedWord(lineId) }),
    },
    {
      label: t(isLocked ? messages.unlock : messages.lock),
      isPossible: !isFixed,
      choose: () => runOnNarration(store, { type: 'setLock', lineId, isLocked: !isLocked }),
    },
    {
      label: t(messages.startAtPlayhead),
      isPossible: !isFixed && player !== undefined,
      choose: () => player && moveLine(store, lineId, player.picture.getPlaybackTime().atSeconds),
    },
    { label: t(messages.deleteLine), isPossible: !isFixed, choose: () => removeLine(store, lineId) },
  ];
  return actions.filter(action => action !== false);
}
