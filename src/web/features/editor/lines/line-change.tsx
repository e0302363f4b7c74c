import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { TextButton } from '../../../components/button.tsx';
import classes from './line-row.module.css';
import { WordDifference } from './word-difference.tsx';

interface LineChangeProps {
  readonly number: number;
  readonly before: string;
  readonly after: string;
  readonly languageCode: string | undefined;
  /** Nothing can be changed now. */
  readonly isFixed: boolean;
  readonly onRestore: () => void;
  readonly onKeep: () => void;
}

/** How a line was shortened so that it fits: to be kept or undone. */
export function LineChange({ number, isFixed, onRestore, onKeep, ...difference }: LineChangeProps) {
  return (
    <p className={classes.change}>
      {t(lineEditorMessages.shortened)} <WordDifference {...difference} />{' '}
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
