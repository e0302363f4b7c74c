import type { LineCheck } from '#shared/checks/line-check.ts';
import { maxWishCharacters } from '#shared/limits.ts';
import { checkMessages, checkNames } from '#shared/messages/checks.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import type { Line } from '#shared/narration/project.ts';
import { TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useRewriting } from '../jobs/use-rewriting.ts';
import { runOnNarration } from '../model/change-document.ts';
import { getLines } from '../model/select.ts';
import { useEditor } from '../model/use-editor.tsx';
import classes from './review-panel.module.css';

interface LineChecksProps {
  readonly line: Line;
  readonly number: number;
  readonly checks: readonly LineCheck[];
  readonly isFixed: boolean;
  readonly canRewrite: boolean;
  /** The button that was pressed is gone. */
  readonly onDone: () => void;
}

export function LineChecks({ line, number, checks, isFixed, canRewrite, onDone }: LineChecksProps) {
  const { store } = useEditor();
  const { attempt, begin } = useRewriting(line.id);
  const open = checks.filter(({ isAccepted }) => !isAccepted);
  if (open.length === 0) return null;
  const isWaiting = attempt.kind === 'waiting';

  async function rewrite(wish: string) {
    // The looks of a person, or what is read in the picture, can be longer than a wish.
    const text = await begin(wish.slice(0, maxWishCharacters));
    const now = getLines(store.getState()).find(({ id }) => id === line.id);
    if (text === undefined || now?.text !== line.text) return;
    runOnNarration(store, { type: 'rewriteLines', texts: new Map([[line.id, text]]) });
    onDone();
  }

  return (
    <>
      <ul className={classes.checks} aria-label={t(checkMessages.of, { number })}>
        {open.map(({ rule, level, message, wish }) => (
          <li key={`${rule} ${message}`} data-level={level}>
            <strong>{t(checkNames[rule])}</strong> <span>{message}</span>{' '}
            {!isFixed && (
              <span className={classes.choice}>
                {canRewrite && wish !== undefined && !line.isLocked && (
                  <TextButton
                    aria-label={t(checkMessages.rewriteFor, { number, name: t(checkNames[rule]) })}
                    isBusy={isWaiting}
                    onClick={() => void rewrite(wish)}
                  >
                    {t(checkMessages.rewrite)}
                  </TextButton>
                )}
                <TextButton
                  aria-label={t(checkMessages.acceptFor, { number, name: t(checkNames[rule]) })}
                  onClick={() => {
                    runOnNarration(store, { type: 'acceptCheck', lineId: line.id, rule });
                    onDone();
                  }}
                >
                  {t(checkMessages.accept)}
                </TextButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div role="status">{isWaiting && t(lineEditorMessages.rewriting)}</div>
      {attempt.kind === 'failed' && <Notice tone="problem">{attempt.message}</Notice>}
    </>
  );
}
