import type { ReactNode } from 'react';
import type { ReviewComment } from '#shared/api/review.ts';
import { commentMessages as messages } from '#shared/messages/comments.ts';
import { t } from '#shared/messages/message.ts';
import classes from './comment.module.css';

interface CommentProps {
  readonly comment: ReviewComment;
  /** What it is about, where that is not beside it. */
  readonly about?: string | undefined;
  /** Buttons. */
  readonly children?: ReactNode;
}

const formatDate = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A comment of a reviewer, in plain text and in its own direction. */
export function Comment({ comment, about, children }: CommentProps) {
  const { author, message, createdAt, isResolved } = comment;
  const date = formatDate.format(new Date(createdAt));
  return (
    <li className={classes.comment} data-resolved={isResolved || undefined}>
      <p className={classes.head}>
        <bdi>{t(messages.byAndWhen, { author, date })}</bdi>
        {isResolved && ` · ${t(messages.resolved)}`}
      </p>
      {about !== undefined && (
        <p className={classes.head} dir="auto">
          {about}
        </p>
      )}
      <p className={classes.message} dir="auto">
        {message}
      </p>
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  );
}
