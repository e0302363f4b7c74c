import type { ReviewAnswer, ReviewComment } from '#shared/api/review.ts';
import { t } from '#shared/messages/message.ts';
import { reviewPageMessages as messages } from '#shared/messages/review-page.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { CommentForm, Comments, type Reviewer } from './comments.tsx';
import classes from './review.module.css';

interface ReviewLineProps {
  readonly line: ReviewAnswer['narration']['lines'][number];
  readonly number: number;
  readonly languageCode: string | undefined;
  /** The address of a picture. */
  readonly picture: string | undefined;
  readonly comments: readonly ReviewComment[];
  readonly reviewer: Reviewer;
}

/** A line with its time, its picture, its comments and a form for another one. */
export function ReviewLine(props: ReviewLineProps) {
  const { line, number, languageCode, picture, comments, reviewer } = props;
  return (
    <li className={classes.line}>
      <div className={classes.when}>
        <span className={classes.number}>{number}</span>
        {line.startMs !== null && <span>{printShortTime(line.startMs / 1000)}</span>}
        {picture && <img className={classes.picture} src={picture} alt="" loading="lazy" />}
      </div>
      <div className={classes.what}>
        <p className={classes.text} lang={languageCode} dir="auto">
          {line.text}
        </p>
        <Comments comments={comments} />
        <CommentForm
          label={t(messages.yourComment, { number })}
          open={t(messages.commentOn, { number })}
          lineId={line.id}
          reviewer={reviewer}
        />
      </div>
    </li>
  );
}
