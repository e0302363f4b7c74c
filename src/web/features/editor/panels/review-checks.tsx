import { useRef } from 'react';
import type { LineCheck } from '#shared/checks/line-check.ts';
import { checkMessages, checkNames } from '#shared/messages/checks.ts';
import { t } from '#shared/messages/message.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { TextButton } from '../../../components/button.tsx';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { focusLine } from '../model/edit-lines.ts';
import { getChecks } from '../model/line-checks.ts';
import { getLines, isReadOnly } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { LineChecks } from './line-checks.tsx';
import classes from './review.module.css';

export function ReviewChecks() {
  const { all, byLine, unchecked } = useEditorState(getChecks);
  const lines = useEditorState(getLines);
  const isFixed = useEditorState(isReadOnly);
  const canRewrite = usePublicConfig().data?.engines.script.canRewriteLines === true;
  const heading = useRef<HTMLHeadingElement>(null);
  const open = all.filter(({ isAccepted }) => !isAccepted);
  const accepted = all.length - open.length;
  const listed = lines.flatMap((line, index) => {
    const checks = byLine.get(line.id) ?? [];
    return checks.some(({ isAccepted }) => !isAccepted) ? [{ line, checks, number: index + 1 }] : [];
  });
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {t(checkMessages.title)}
      </h3>
      <p>
        {open.length === 0 ? t(checkMessages.none) : t(checkMessages.open, { count: open.length })}{' '}
        {accepted > 0 && t(checkMessages.accepted, { count: accepted })}
      </p>
      <ul className={classes.items}>
        {listed.map(({ line, ...rest }) => (
          <li key={line.id}>
            <TextButton onClick={() => focusLine(line.id)}>
              {t(checkMessages.line, { number: rest.number })}
            </TextButton>
            <LineChecks {...{ line, isFixed, canRewrite, ...rest }} onDone={() => heading.current?.focus()} />
          </li>
        ))}
        {open
          .filter(({ lineId }) => lineId === undefined)
          .map(check => (
            <Unread key={check.message} check={check} />
          ))}
        {unchecked.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

function Unread({ check: { rule, startMs, message } }: { readonly check: LineCheck }) {
  const { store } = useEditor();
  const seconds = startMs / 1000;
  return (
    <li className={classes.item}>
      <TextButton onClick={() => store.getState().player?.seekPicture(seconds)}>
        {printShortTime(seconds)}
      </TextButton>
      <span>
        <strong>{t(checkNames[rule])}</strong> {message}
      </span>
    </li>
  );
}
