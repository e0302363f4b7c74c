import { useMemo } from 'react';
import { TextButton } from '../../components/button.tsx';
import { compareWords } from './compare-words.ts';
import classes from './line-row.module.css';

interface LineChangeProps {
  readonly number: number;
  readonly before: string;
  readonly after: string;
  readonly languageCode: string | undefined;
  /** Nothing can be taken back now. */
  readonly isFixed: boolean;
  readonly onUndo: () => void;
  /** The new words are the line's own now. */
  readonly onKeep: () => void;
}

/** What the writer has left out of a line so that it fits: to be kept so, or taken back. */
export function LineChange(props: LineChangeProps) {
  const { number, before, after, languageCode, isFixed, onUndo, onKeep } = props;
  const changes = useMemo(() => compareWords(before, after, languageCode), [before, after, languageCode]);
  const tags = { same: 'span', gone: 'del', new: 'ins' } as const;
  let at = 0;
  return (
    <p className={classes.change} lang={languageCode} dir="auto">
      <span lang="en">Made shorter: </span>
      {changes.map(({ kind, text }) => {
        const Tag = tags[kind];
        at += text.length;
        return <Tag key={`${kind} ${at}`}>{text}</Tag>;
      })}{' '}
      {!isFixed && (
        <span className={classes.choice} lang="en">
          <TextButton aria-label={`Keep line ${number} as it is now`} onClick={onKeep}>
            Keep it so
          </TextButton>
          <TextButton aria-label={`Take back what was left out of line ${number}`} onClick={onUndo}>
            Take back
          </TextButton>
        </span>
      )}
    </p>
  );
}
