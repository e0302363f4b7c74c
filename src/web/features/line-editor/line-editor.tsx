import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { Button, TextButton } from '../../components/button.tsx';
import { describeExcess, findLineExcess, findTooLong } from './judge-line.ts';
import classes from './line-editor.module.css';
import type { LineEditorProps } from './line-editor-props.ts';
import { LineRow } from './line-row.tsx';
import type { BenchLine } from './list-lines.ts';
import { useHeardLine } from './use-heard-line.ts';
import { useLineActions } from './use-line-actions.ts';
import { useLinePictures } from './use-line-pictures.ts';

/** The lines of a timed script beside the video: when, what, and whether it can be said in that time. */
export function LineEditor(props: LineEditorProps) {
  const { lines, work, preview, languageCode, isWorking, pictures } = props;
  const list = useRef<HTMLOListElement>(null);
  const { actions, focus, add } = useLineActions(props);
  const heard = useHeardLine(preview, lines);
  const picturesOf = useLinePictures(pictures, lines, list);
  useFocusOnLine(list, focus, lines);
  const helpId = useId();
  const tooLong = findTooLong(lines);

  return (
    <div className={classes.bench}>
      <div className={classes.head}>
        <p className={classes.sum} role="status">
          {describeLines(lines, tooLong)}
        </p>
        {tooLong.length > 0 && !isWorking && (
          <Button variant="default" disabled={!work.canSpeak} onClick={work.fit}>
            Make it fit
          </Button>
        )}
        <Button variant="default" disabled={isWorking} onClick={add}>
          Add a line here
        </Button>
      </div>
      <p className={classes.help} id={helpId}>
        Enter splits a line, Backspace at its start joins it with the one before.
      </p>
      <ol className={classes.lines} ref={list} aria-label="Lines of the script" aria-describedby={helpId}>
        {lines.map((line, index) => (
          <LineRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list; it keeps nothing of its own
            key={index}
            index={index}
            startSeconds={line.startSeconds}
            text={line.text}
            needSeconds={line.needSeconds}
            availableSeconds={line.availableSeconds}
            isSpoken={line.isSpoken}
            speed={line.speed}
            waitSeconds={line.waitSeconds}
            leftOut={line.leftOut}
            problem={line.problem}
            before={line.before}
            unspoken={line.unspoken}
            isLocked={line.isLocked}
            isHeard={index === heard}
            isSpeakable={work.canSpeak}
            isFixed={isWorking}
            languageCode={languageCode}
            pictures={picturesOf(index)}
            actions={actions}
          />
        ))}
      </ol>
      {tooLong.length > 0 && <WhatHelps lines={lines} tooLong={tooLong} onGo={actions.go} />}
    </div>
  );
}

function describeLines(lines: readonly BenchLine[], tooLong: readonly BenchLine[]): string {
  const count = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`;
  // Nothing is heard of a line that could not be spoken.
  const spoken = lines.filter(({ isSpoken, needSeconds }) => isSpoken && needSeconds > 0).length;
  const said = spoken === 0 ? '' : spoken === lines.length ? ', all spoken' : `, ${spoken} spoken`;
  if (tooLong.length === 0) return `${count}${said}. ${lines.length === 1 ? 'It fits.' : 'All fit.'}`;
  const what = tooLong.some(({ leftOut }) => leftOut !== undefined) ? 'left out' : 'too long';
  return `${count}${said}. ${tooLong.length} ${tooLong.length === 1 ? 'is' : 'are'} ${what}.`;
}

/** So many are named; whoever mends them sees the next. */
const mostNamed = 5;

/** What does not fit, line by line, and what would help. */
function WhatHelps(props: {
  readonly lines: readonly BenchLine[];
  readonly tooLong: readonly BenchLine[];
  readonly onGo: (index: number) => void;
}) {
  const { lines, tooLong, onGo } = props;
  const named = tooLong.filter(({ isSpoken }) => isSpoken).slice(0, mostNamed);
  if (named.length === 0) return null;
  return (
    <ul className={classes.helps} aria-label="What does not fit">
      {named.map(line => {
        const index = lines.indexOf(line);
        return (
          <li key={line.startSeconds}>
            <TextButton onClick={() => onGo(index)}>Line {index + 1}</TextButton> is{' '}
            {describeHelp(line, index === lines.length - 1)}
          </li>
        );
      })}
    </ul>
  );
}

function describeHelp(line: BenchLine, isLast: boolean): string {
  const shorter = `${line.isLocked ? 'Unlock it to have it shortened, say' : 'Say'} it in fewer words`;
  if (line.leftOut !== undefined)
    return `left out. ${shorter}, or where nobody speaks; or choose “Extended”, and the picture waits for it.`;
  const move = isLast ? 'or let it begin earlier.' : 'let it begin earlier, or the next line later.';
  return `${describeExcess(findLineExcess(line))}. ${shorter}, ${move}`;
}

/** Brings the keyboard to where an edit goes on, once that is drawn. */
function useFocusOnLine(
  list: RefObject<HTMLOListElement | null>,
  focus: RefObject<{ readonly index: number; readonly caret: number } | undefined>,
  lines: readonly BenchLine[],
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the lines may have moved where the edit goes on
  useLayoutEffect(() => {
    const wanted = focus.current;
    if (!wanted) return;
    focus.current = undefined;
    const field = list.current?.querySelector<HTMLTextAreaElement>(`[data-line="${wanted.index}"]`);
    field?.focus();
    field?.setSelectionRange(wanted.caret, wanted.caret);
  }, [list, focus, lines]);
}
