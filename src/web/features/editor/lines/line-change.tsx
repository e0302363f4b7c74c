import { useMemo } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { TextButton } from '../../../components/button.tsx';
import { compareWords } from './compare-words.ts';
import classes from './line-row.module.css';

interface LineChangeProps {
  readonly number: number;
  readonly before: string;
  readonly after: string;
  readonly languageCode: string | undefined;
  /** Nothing can be changed now. */
  readonly isFixed: boolean;
  readonly onUndo: () => void;
  readonly onKeep: () => void;
}

/** How a line was shortened so that it fits: to be kept or undone. */
export function LineChange(props: LineChangeProps) {
  const { number, before, after, languageCode, isFixed, onUndo, onKeep } = props;
  const changes = useMemo(() => compareWords(before, after, languageCode), [before, after, languageCode]);
  const tags = { same: 'span', gone: 'del', new: 'ins' } as const;
  let at = 0;
  return (
    <p className={classes.change} lang={languageCode} dir="auto">
      <span lang="en">{t(lineEditorMessages.shortened)} </span>
      {changes.map(({ kind, text }) => {
        const Tag = tags[kind];
        at += text.length;
        return <Tag key={`${kind} ${at}`}>{text}</Tag>;
      })}{' '}
      {!isFixed && (
        <span className={classes.choice} lang="en">
          <TextButton aria-label={t(lineEditorMessages.keepChangeTo, { number })} onClick={onKeep}>
            {t(lineEditorMessages.keepChange)}
          </TextButton>
          <TextButton aria-label={t(lineEditorMessages.restoreOriginalOf, { number })} onClick={onUndo}>
            {t(lineEditorMessages.restoreOriginal)}
          </TextButton>
        </span>
      )}
    </p>
  );
}
