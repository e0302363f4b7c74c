import type { ReactNode } from 'react';
import type { OwnedComment, ReviewComment } from '#shared/api/review.ts';
import { commentMessages as messages } from '#shared/messages/comments.ts';
import { t } from '#shared/messages/message.ts';
import { formatDateTime } from '../lib/format.ts';
import classes from './comment.module.css';

interface CommentProps {
  readonly comment: ReviewComment & Partial<Pick<OwnedComment, 'via'>>;
  /** What it is about, where that is not beside it. */
  readonly about?: ReactNode;
  readonly children?: ReactNode;
}

/** A comment in plain text and in its own direction. Who wrote it is first what the server knows, then the name that was typed. */
export function Comment({ comment, about, children }: CommentProps) {
  const { author, message, createdAt, isResolved, isOwner, via } = comment;
  const guest = via ? t(messages.guestVia, { name: via }) : t(messages.guest);
  const date = formatDateTime(createdAt);
  return (
    <li className={`small anywhere ${classes.comment}`} data-resolved={isResolved || undefined}>
      <p className="flat soft">
        <bdi>{isOwner ? t(messages.owner) : guest}</bdi>
        {' · '}
        <bdi>{t(messages.byAndWhen, { author, date })}</bdi>
        {isResolved && ` · ${t(messages.resolved)}`}
      </p>
      {about && (
        <p className="flat soft" dir="auto">
          {about}
        </p>
      )}
      <p className="written" dir="auto">
        {message}
      </p>
      {children && <div className="row">{children}</div>}
    </li>
  );
}
