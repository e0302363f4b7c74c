import { type KeyboardEvent, memo } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { describeUnspoken } from '#shared/script/unspoken.ts';
import { describeFit, describeNeed } from './describe-line.ts';
import { judgeLine, type LineNeed } from './judge-line.ts';
import { LineChange } from './line-change.tsx';
import { LineIcon } from './line-icon.tsx';
import { type LinePicture, LinePictures } from './line-pictures.tsx';
import classes from './line-row.module.css';
import { LineText } from './line-text.tsx';
import { LineTime } from './line-time.tsx';

/** What can be done to a line, by its place in the list. The same functions for as long as the list is there. */
export interface LineActions {
  write(index: number, text: string): void;
  move(index: number, seconds: number): void;
  /** To the playhead. */
  moveHere(index: number): void;
  split(index: number, caret: number): void;
  join(index: number): void;
  remove(index: number): void;
  play(index: number): void;
  speak(index: number): void;
  lock(index: number): void;
  takeBack(index: number): void;
  /** Accepts the shortened text. */
  keep(index: number): void;
  /** Moves the focus to another line. */
  go(index: number): void;
  select(index: number): void;
  seek(seconds: number): void;
}

interface LineRowProps extends LineNeed {
  readonly index: number;
  readonly startSeconds: number;
  readonly text: string;
  /** How much text it has time for, while it has none. */
  readonly fits: string | undefined;
  /** What was recognised while it lasts. */
  readonly hint: string | undefined;
  /** What is wrong with its time. */
  readonly problem: string | undefined;
  /** Its text before it was shortened. */
  readonly before: string | undefined;
  /** What of it is not spoken. */
  readonly unspoken: string | undefined;
  readonly isLocked: boolean;
  /** It is at the playhead. */
  readonly isHeard: boolean;
  /** It can be spoken: there is a voice. */
  readonly isSpeakable: boolean;
  /** Nothing can be changed now. */
  readonly isFixed: boolean;
  readonly languageCode: string | undefined;
  readonly pictures: readonly LinePicture[];
  readonly actions: LineActions;
}

/** A line of a timed script: its time, text, fit, pictures and tools. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { index, text, isLocked, isHeard, isFixed, isSpoken, languageCode, actions } = props;
  const number = index + 1;
  const fit = judgeLine(props);
  const fitText = describeFit(props);
  const needId = `line-${number}-need`;
  return (
    <li className={classes.row} data-heard={isHeard || undefined} aria-current={isHeard || undefined}>
      <div className={classes.when}>
        <LineTime
          number={number}
          startSeconds={props.startSeconds}
          isFixed={isFixed}
          onChange={seconds => actions.move(index, seconds)}
        />
        <LinePictures pictures={props.pictures} onSeek={actions.seek} />
      </div>
      <div className={classes.what}>
        <LineText
          index={index}
          text={text}
          describedBy={needId}
          languageCode={languageCode}
          isFixed={isFixed}
          onFocus={() => actions.select(index)}
          onChange={changed => actions.write(index, changed)}
          onKeyDown={event => takeKey(event, index, actions)}
        />
        <p className={classes.need} id={needId} data-fit={fit.kind}>
          <span className={classes.bar} aria-hidden="true">
            <span style={{ inlineSize: `${100 * fit.share}%` }} />
          </span>
          <span>{describeNeed(props)}</span>
          {fitText && <span>{fitText}</span>}
          {props.fits && <span>{props.fits}</span>}
        </p>
        {props.hint && text === '' && (
          <p className={classes.hint}>{t(lineEditorMessages.recognised, { hint: props.hint })}</p>
        )}
        {props.problem && <p className={classes.problem}>{props.problem}</p>}
        {props.unspoken && <p className={classes.problem}>{describeUnspoken(props.unspoken)}</p>}
        {props.leftOut && <p className={classes.problem}>{props.leftOut}</p>}
        {props.before !== undefined && (
          <LineChange
            number={number}
            before={props.before}
            after={text}
            languageCode={languageCode}
            isFixed={isFixed}
            onUndo={() => actions.takeBack(index)}
            onKeep={() => actions.keep(index)}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, and no fields of a form */}
      <div className={classes.tools} role="group" aria-label={t(lineEditorMessages.actions, { number })}>
        <LineIcon
          drawing="play"
          label={t(lineEditorMessages.play, { number })}
          onClick={() => actions.play(index)}
        />
        <LineIcon
          drawing="speak"
          label={t(isSpoken ? lineEditorMessages.speakAgain : lineEditorMessages.speak, {
            number,
          })}
          disabled={isFixed || !props.isSpeakable || text.trim() === ''}
          onClick={() => actions.speak(index)}
        />
        <LineIcon
          drawing={isLocked ? 'locked' : 'open'}
          label={t(lineEditorMessages.lockText, { number })}
          aria-pressed={isLocked}
          onClick={() => actions.lock(index)}
        />
        <LineIcon
          drawing="here"
          label={t(lineEditorMessages.startAtPlayhead, { number })}
          disabled={isFixed}
          onClick={() => actions.moveHere(index)}
        />
        <LineIcon
          drawing="remove"
          label={t(lineEditorMessages.deleteLine, { number })}
          disabled={isFixed}
          onClick={() => actions.remove(index)}
        />
      </div>
    </li>
  );
});

/** Enter splits a line, Backspace at its start joins it with the previous one, and the arrows go on beyond its ends. */
function takeKey(event: KeyboardEvent<HTMLTextAreaElement>, index: number, actions: LineActions): void {
  const { selectionStart, selectionEnd, value, readOnly } = event.currentTarget;
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const isCaret = selectionStart === selectionEnd;
  if (event.key === 'Enter' && !readOnly) actions.split(index, selectionStart);
  else if (event.key === 'Backspace' && isCaret && selectionStart === 0 && !readOnly) actions.join(index);
  else if (event.key === 'Delete' && isCaret && selectionEnd === value.length && !readOnly)
    actions.join(index + 1);
  else if (event.key === 'ArrowUp' && isCaret && selectionStart === 0) actions.go(index - 1);
  else if (event.key === 'ArrowDown' && isCaret && selectionEnd === value.length) actions.go(index + 1);
  else return;
  event.preventDefault();
}
