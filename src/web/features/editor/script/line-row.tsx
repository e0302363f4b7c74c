import { type DragEvent, memo, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { OwnedComment } from '#shared/api/review.ts';
import type { LineCheck } from '#shared/checks/line-check.ts';
import { languages } from '#shared/languages.ts';
import { languagesMessages } from '#shared/messages/languages.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { describeSound } from '#shared/script/unspoken.ts';
import { IconButton } from '../../../components/button.tsx';
import { MenuButton } from '../../../components/menu.tsx';
import { moveLine } from '../model/edit-lines.ts';
import type { Editor } from '../model/editor.ts';
import { describeFit, describeNeed, judgeLine } from '../model/judge-line.ts';
import { focusLine } from '../model/line-focus.ts';
import { runOnNarration } from '../model/run-late.ts';
import { useEditor } from '../model/use-editor.tsx';
import { CommentList } from '../panels/comment-list.tsx';
import { LineChecks } from '../panels/line-checks.tsx';
import { type ActingLine, listActions, play } from './line-actions.ts';
import type { LinePictures } from './line-pictures.ts';
import { findDroppedSound, LineRecording } from './line-recording.tsx';
import classes from './line-row.module.css';
import { LineText } from './line-text.tsx';
import { LineTime } from './line-time.tsx';
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
  const url = useSyncExternalStore(pictures.subscribe, () => pictures.getUrl(seconds));
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
