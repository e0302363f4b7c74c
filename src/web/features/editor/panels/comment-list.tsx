import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { OwnedComment } from '#shared/api/review.ts';
import { commentMessages as messages } from '#shared/messages/comments.ts';
import { t } from '#shared/messages/message.ts';
import { TextButton } from '../../../components/button.tsx';
import { Comment } from '../../../components/comment.tsx';
import { FailureNotice } from '../../../components/notice.tsx';
import classes from './comment-list.module.css';
import { useCommentCalls } from './use-comments.ts';

interface CommentListProps {
  readonly comments: readonly OwnedComment[];
  /** What a comment is about, where the list is not beside it. */
  readonly describe?: (comment: OwnedComment) => string | undefined;
}

/** Comments of reviewers, which their author resolves, reopens and deletes. */
export function CommentList({ comments, describe }: CommentListProps) {
  const group = useRef<HTMLDivElement>(null);
  const calls = useCommentCalls();
  const { mutate, error } = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    networkMode: 'always',
    // The button that was pressed is gone.
    onSuccess: () => group.current?.focus(),
  });
  if (comments.length === 0) return null;
  const resolved = comments.filter(({ isResolved }) => isResolved);
  const show = (comment: OwnedComment) => {
    const { id, author, isResolved } = comment;
    return (
      <Comment key={id} comment={comment} about={describe?.(comment)}>
        <TextButton
          aria-label={t(isResolved ? messages.reopenThis : messages.resolveThis, { author })}
          onClick={() => mutate(() => calls.resolve(id, !isResolved))}
        >
          {t(isResolved ? messages.reopen : messages.resolve)}
        </TextButton>
        {isResolved && (
          <TextButton
            aria-label={t(messages.removeThis, { author })}
            onClick={() => mutate(() => calls.remove(id))}
          >
            {t(messages.remove)}
          </TextButton>
        )}
      </Comment>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div ref={group} className={classes.group} role="group" aria-label={t(messages.list)} tabIndex={-1}>
      <ul className={classes.list}>{comments.filter(({ isResolved }) => !isResolved).map(show)}</ul>
      {resolved.length > 0 && (
        <details>
          <summary>{t(messages.resolvedCount, { count: resolved.length })}</summary>
          <ul className={classes.list}>{resolved.map(show)}</ul>
        </details>
      )}
      {error && <FailureNotice error={error} />}
    </div>
  );
}
