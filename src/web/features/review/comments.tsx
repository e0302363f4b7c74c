import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReviewComment } from '#shared/api/review.ts';
import { maxCommentCharacters } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { reviewPageMessages as messages } from '#shared/messages/review-page.ts';
import { SubmitButton, TextButton } from '../../components/button.tsx';
import { Comment } from '../../components/comment.tsx';
import { AutoDirectionTextarea } from '../../components/field.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import classes from './review.module.css';

export interface Reviewer {
  /** @returns whether it was sent; not without a name */
  send(message: string, lineId: string | undefined): Promise<boolean>;
}

export function Comments({ comments }: { readonly comments: readonly ReviewComment[] }) {
  if (comments.length === 0) return null;
  return (
    <ul className={classes.comments}>
      {comments.map(comment => (
        <Comment key={comment.id} comment={comment} />
      ))}
    </ul>
  );
}

interface CommentFormProps {
  readonly label: string;
  /** The name of the button that opens it. */
  readonly open: string;
  /** Undefined for the whole script. */
  readonly lineId?: string;
  readonly reviewer: Reviewer;
}

/** A button that opens a form. What was typed stays when sending fails. */
export function CommentForm({ label, open, lineId, reviewer }: CommentFormProps) {
  const [text, setText] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (message: string) => reviewer.send(message, lineId),
    networkMode: 'always',
    onSuccess: isSent => isSent && close(),
  });

  function close() {
    setText(undefined);
    setTimeout(() => button.current?.focus());
  }

  if (text === undefined)
    return (
      <div>
        <TextButton ref={button} aria-label={open} onClick={() => setText('')}>
          {t(messages.comment)}
        </TextButton>
      </div>
    );
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault();
        if (!isPending) mutate(text);
      }}
    >
      <AutoDirectionTextarea
        label={label}
        minRows={2}
        maxRows={10}
        maxLength={maxCommentCharacters}
        value={text}
        readOnly={isPending}
        // The button that was pressed is gone.
        autoFocus
        onChange={event => setText(event.currentTarget.value)}
      />
      {error && <FailureNotice error={error} />}
      <SubmitButton isPending={isPending}>{t(messages.send)}</SubmitButton>
      <TextButton onClick={close}>{t(messages.cancel)}</TextButton>
    </form>
  );
}
