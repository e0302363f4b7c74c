import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { richText } from '../../../lib/rich-text.tsx';
import { findLineExcess, findTooLong, printSeconds } from './judge-line.ts';
import classes from './line-editor.module.css';
import type { LineEditorProps } from './line-editor-props.ts';
import { LineRow } from './line-row.tsx';
import type { BenchLine } from './list-lines.ts';
import { useHeardLine } from './use-heard-line.ts';
import { useLineActions } from './use-line-actions.ts';
import { useLinePictures } from './use-line-pictures.ts';

/** The lines of a timed script: their times, texts and whether they fit. */
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
            {t(spokenScriptMessages.fitLines)}
          </Button>
        )}
        <Button variant="default" disabled={isWorking} onClick={add}>
          {t(lineEditorMessages.addLine)}
        </Button>
      </div>
      <p className={classes.help} id={helpId}>
        {t(lineEditorMessages.help)}
      </p>
      <ol
        className={classes.lines}
        ref={list}
        aria-label={t(lineEditorMessages.list)}
        aria-describedby={helpId}
      >
        {lines.map((line, index) => (
          <LineRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list; it keeps nothing of its own
            key={index}
            index={index}
            startSeconds={line.startSeconds}
            text={line.text}
            needSeconds={line.needSeconds}
            availableSeconds={line.availableSeconds}
            fits={line.fits}
            hint={findHint(props, index)}
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

/** What was recognised while a line lasts. */
function findHint({ lines, hints }: LineEditorProps, index: number): string | undefined {
  const fromSeconds = lines[index]?.startSeconds ?? 0;
  const untilSeconds = lines[index + 1]?.startSeconds ?? Number.POSITIVE_INFINITY;
  const found = hints.filter(({ startSeconds: at }) => at >= fromSeconds && at < untilSeconds);
  return found.length === 0 ? undefined : found.map(({ text }) => text).join(' ');
}

/** How many lines there are, have audio, and fit: one fact after the other. */
function describeLines(lines: readonly BenchLine[], tooLong: readonly BenchLine[]): string {
  const { lines: count, allHaveAudio, someHaveAudio, allFit, someLeftOut, someTooLong } = lineEditorMessages;
  // A line that could not be spoken is silent.
  const spoken = lines.filter(({ isSpoken, needSeconds }) => isSpoken && needSeconds > 0).length;
  const isLeftOut = tooLong.some(({ leftOut }) => leftOut !== undefined);
  const facts = [
    t(count, { count: lines.length }),
    spoken === lines.length && t(allHaveAudio),
    spoken > 0 && spoken < lines.length && t(someHaveAudio, { count: spoken }),
    tooLong.length === 0 ? t(allFit) : t(isLeftOut ? someLeftOut : someTooLong, { count: tooLong.length }),
  ];
  return facts.filter(Boolean).join(' · ');
}

/** So many are listed; once one fits, the next is. */
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
    <ul className={classes.helps} aria-label={t(lineEditorMessages.problems)}>
      {named.map(line => {
        const index = lines.indexOf(line);
        return (
          <li key={line.startSeconds}>
            {richText(describeProblem(line, index), {
              line: inner => <TextButton onClick={() => onGo(index)}>{inner}</TextButton>,
            })}{' '}
            {t(chooseAdvice(line, index === lines.length - 1))}{' '}
            {line.isLocked && t(lineEditorMessages.unlock)}
          </li>
        );
      })}
    </ul>
  );
}

function describeProblem(line: BenchLine, index: number): string {
  const number = index + 1;
  if (line.leftOut !== undefined) return t(lineEditorMessages.problemLeftOut, { number });
  const seconds = printSeconds(findLineExcess(line));
  return t(lineEditorMessages.problemTooLong, { number, seconds });
}

function chooseAdvice({ leftOut }: BenchLine, isLast: boolean) {
  const { shortenOrExtend, shortenOrMove, shortenOrMoveLast } = lineEditorMessages;
  if (leftOut !== undefined) return shortenOrExtend;
  return isLast ? shortenOrMoveLast : shortenOrMove;
}

/** Moves the focus to where an edit goes on, once that is drawn. */
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
