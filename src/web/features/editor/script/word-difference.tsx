import { useMemo } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { TextButton } from '../../../components/button.tsx';
import { compareWords, type WordChange } from './compare-words.ts';
import classes from './line-row.module.css';

interface WordDifferenceProps {
  readonly before: string;
  readonly after: string;
  readonly languageCode: string | undefined;
}

export function WordDifference({ before, after, languageCode }: WordDifferenceProps) {
  const changes = useMemo(() => compareWords(before, after, languageCode), [before, after, languageCode]);
  return (
    <span lang={languageCode} dir="auto">
      <ChangedWords changes={changes} />
    </span>
  );
}

const tags = { same: 'span', gone: 'del', new: 'ins' } as const;

function ChangedWords({ changes }: { readonly changes: readonly WordChange[] }) {
  let at = 0;
  return changes.map(({ kind, text }) => {
    const Tag = tags[kind];
    at += text.length;
    return <Tag key={`${kind} ${at}`}>{text}</Tag>;
  });
}

interface LineChangeProps {
  readonly number: number;
  readonly before: string;
  readonly after: string;
  readonly languageCode: string | undefined;
  readonly isFixed: boolean;
  readonly onRestore: () => void;
  readonly onKeep: () => void;
}

/** How a line was shortened so that it fits: to be kept or undone. */
export function LineChange({ number, isFixed, onRestore, onKeep, ...difference }: LineChangeProps) {
  return (
    <p className={classes.change}>
      {t(lineEditorMessages.changed)} <WordDifference {...difference} />{' '}
      {!isFixed && (
        <span className={classes.choice}>
          <TextButton aria-label={t(lineEditorMessages.keepChangeTo, { number })} onClick={onKeep}>
            {t(lineEditorMessages.keepChange)}
          </TextButton>
          <TextButton aria-label={t(lineEditorMessages.restoreOriginalOf, { number })} onClick={onRestore}>
            {t(lineEditorMessages.restoreOriginal)}
          </TextButton>
        </span>
      )}
    </p>
  );
}
