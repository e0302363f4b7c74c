import { type SubmitEvent, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getLanguage } from '#shared/languages.ts';
import { maxWishCharacters } from '#shared/limits.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { Button, PlainButton } from '../../../components/button.tsx';
import { Dialog, focusInDialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useRewriting } from '../jobs/use-rewriting.ts';
import { runOnNarration } from '../model/change-document.ts';
import { focusLine } from '../model/edit-lines.ts';
import { getLines, getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import chips from '../start/narration-form.module.css';
import classes from './rewrite-line.module.css';
import { WordDifference } from './word-difference.tsx';

const { wishShorter, wishFunnier, wishNoNames, wishSimpler } = lineEditorMessages;
const suggestions = [wishShorter, wishFunnier, wishNoNames, wishSimpler];

interface RewriteLineProps {
  readonly lineId: string;
  readonly onClose: () => void;
}

export function RewriteLine({ lineId, onClose }: RewriteLineProps) {
  const { store } = useEditor();
  const index = useEditorState(state => getLines(state).findIndex(({ id }) => id === lineId));
  const line = useEditorState(state => getLines(state)[index]);
  const language = useEditorState(state => getNarration(state)?.language);
  const { attempt, begin, stop } = useRewriting(lineId);
  const languageCode = language && getLanguage(language).code;
  if (!line) return null;

  function close() {
    // While the dialog is open, nothing beside it takes the focus.
    flushSync(onClose);
    focusLine(lineId);
  }

  function accept(text: string) {
    runOnNarration(store, { type: 'editText', lineId, text, byMachine: true });
    close();
  }

  return (
    <Dialog title={t(lineEditorMessages.rewriteTitle, { number: index + 1 })} onClose={close}>
      <p className={classes.text} lang={languageCode} dir="auto">
        {line.text}
      </p>
      <WishForm
        isWaiting={attempt.kind === 'waiting'}
        isAnswered={attempt.kind === 'written'}
        onBegin={begin}
        onCancel={stop}
      />
      <div className={classes.result} role="status">
        {attempt.kind === 'waiting' && t(lineEditorMessages.rewriting)}
        {attempt.kind === 'written' && (
          <WordDifference before={line.text} after={attempt.text} languageCode={languageCode} />
        )}
      </div>
      {attempt.kind === 'failed' && <Notice tone="problem">{attempt.message}</Notice>}
      {attempt.kind === 'written' && (
        <div className={classes.choice}>
          <Button onClick={() => accept(attempt.text)}>{t(lineEditorMessages.acceptRewrite)}</Button>
          <Button variant="default" onClick={close}>
            {t(lineEditorMessages.discardRewrite)}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface WishFormProps {
  readonly isWaiting: boolean;
  readonly isAnswered: boolean;
  readonly onBegin: (wish: string) => void;
  readonly onCancel: () => void;
}

function WishForm({ isWaiting, isAnswered, onBegin, onCancel }: WishFormProps) {
  const [wish, setWish] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const takeField = useCallback((element: HTMLInputElement | null) => {
    field.current = element;
    focusInDialog(element);
  }, []);

  function choose(suggestion: string) {
    setWish(suggestion);
    field.current?.focus();
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isWaiting) onCancel();
    else if (wish.trim() === '') field.current?.focus();
    else onBegin(wish.trim());
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <TextField
        ref={takeField}
        label={t(lineEditorMessages.wish)}
        maxLength={maxWishCharacters}
        autoComplete="off"
        value={wish}
        readOnly={isWaiting}
        onChange={event => setWish(event.currentTarget.value)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, and no fields of a form */}
      <div className={chips.chips} role="group" aria-label={t(lineEditorMessages.suggestions)}>
        {suggestions.map(message => (
          <PlainButton
            key={message.key}
            className={chips.chip}
            isBlocked={isWaiting}
            onClick={() => choose(t(message))}
          >
            {t(message)}
          </PlainButton>
        ))}
      </div>
      {/* One button for both, so that the focus stays on it. */}
      <Button type="submit" variant={isWaiting || isAnswered ? 'default' : 'filled'}>
        {t(isWaiting ? lineEditorMessages.cancelRewrite : lineEditorMessages.rewriteNow)}
      </Button>
    </form>
  );
}
