import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { TextButton } from '../../../components/button.tsx';
import { richText } from '../../../lib/rich-text.tsx';
import { findLineExcess, findTooLong, printSeconds } from '../model/judge-line.ts';
import { focusLine } from '../model/line-focus.ts';
import { getDescribedVideo } from '../model/line-states.ts';
import type { LineState } from '../model/list-lines.ts';
import { useEditorState } from '../model/use-editor.tsx';
import classes from './line-list.module.css';

/** So many are listed; once one fits, the next is. */
const maxNamed = 5;

export function WhatHelps({ lines }: { readonly lines: readonly LineState[] }) {
  const isExtended = useEditorState(state => getDescribedVideo(state)?.kind === 'extended');
  const named = findTooLong(lines)
    .filter(({ isSpoken }) => isSpoken)
    .slice(0, maxNamed);
  if (named.length === 0) return null;
  return (
    <ul className={classes.helps} aria-label={t(lineEditorMessages.problems)}>
      {named.map(state => (
        <li key={state.line.id}>
          {richText(describeProblem(state), {
            line: inner => <TextButton onClick={() => focusLine(state.line.id)}>{inner}</TextButton>,
          })}{' '}
          {t(chooseAdvice(state, { isLast: state.index === lines.length - 1, isExtended }))}{' '}
          {state.line.isLocked && t(lineEditorMessages.unlockToShorten)}
        </li>
      ))}
    </ul>
  );
}

function describeProblem(state: LineState): string {
  const number = state.index + 1;
  if (state.leftOut !== undefined) return t(lineEditorMessages.problemLeftOut, { number });
  return t(lineEditorMessages.problemTooLong, { number, seconds: printSeconds(findLineExcess(state)) });
}

function chooseAdvice(
  { leftOut }: LineState,
  { isLast, isExtended }: { readonly isLast: boolean; readonly isExtended: boolean },
) {
  const { moveToPause, shortenOrExtend, shortenOrMove, shortenOrMoveLast } = lineEditorMessages;
  if (leftOut !== undefined) return isExtended ? moveToPause : shortenOrExtend;
  return isLast ? shortenOrMoveLast : shortenOrMove;
}
