import { useId, useState } from 'react';
import type { OwnedComment } from '#shared/api/review.ts';
import { reviewQuestions } from '#shared/description.ts';
import { commentMessages } from '#shared/messages/comments.ts';
import { t } from '#shared/messages/message.ts';
import { reviewMessages } from '#shared/messages/review.ts';
import { sharingMessages as messages } from '#shared/messages/sharing.ts';
import type { Review } from '#shared/narration/project.ts';
import { listNotTold } from '#shared/report/description-report.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Checkbox, TextField } from '../../../components/field.tsx';
import { runOnNarration } from '../model/change-document.ts';
import { getDescribedVideo, getDescriptionPlan, getLineStates } from '../model/line-states.ts';
import { getNarration, getShownKind, hasTimes, isEmpty } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { CommentList } from './comment-list.tsx';
import { listReviewItems, type ReviewItem } from './list-review-items.ts';
import { ReportDialog } from './report-dialog.tsx';
import classes from './review.module.css';
import { ReviewChecks } from './review-checks.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { useComments } from './use-comments.ts';

export function ReviewPanel() {
  return (
    <>
      <SharePanel />
      <DescriptionReview />
    </>
  );
}

function DescriptionReview() {
  const heading = useId();
  const isDescription = useEditorState(getShownKind) !== undefined;
  const lines = useEditorState(getLineStates);
  const described = useEditorState(getDescribedVideo);
  const narration = useEditorState(getNarration);
  const observations = useEditorState(({ project }) => project.observations);
  const [isReportOpen, setReportOpen] = useState(false);
  if (!isDescription || !described || lines.length === 0) return null;
  const plan = getDescriptionPlan(lines);
  const notTold = plan && listNotTold({ plan, untold: narration?.untold, observations });
  const items = listReviewItems(lines, described.gaps, notTold);
  return (
    <details className={classes.review}>
      <summary id={heading}>{t(reviewMessages.title)}</summary>
      <p>{t(reviewMessages.hint)}</p>
      <h3>{t(reviewMessages.gaps)}</h3>
      {described.gaps.length === 0 && <p>{t(reviewMessages.noGaps)}</p>}
      <ul className={classes.items} aria-labelledby={heading}>
        {items.map(item => (
          <Item
            key={`${item.startSeconds} ${item.endSeconds} ${item.lines.length} ${item.notTold[0]}`}
            item={item}
          />
        ))}
      </ul>
      <ReviewChecks />
      <h3>{t(reviewMessages.checks)}</h3>
      <SignOff />
      <Button variant="default" onClick={() => setReportOpen(true)}>
        {t(reviewMessages.report)}
      </Button>
      {isReportOpen && <ReportDialog onClose={() => setReportOpen(false)} />}
    </details>
  );
}

/** What a person confirms, and who: kept in the document until a text or a time changes. */
function SignOff() {
  const { store } = useEditor();
  const review = useEditorState(state => getNarration(state)?.review);
  const { by = '', confirmed = [] } = review ?? {};
  const keep = (changed: Partial<Review>) => {
    const changes = { review: { by, confirmed, ...changed, at: new Date().toISOString() } };
    runOnNarration(store, { type: 'changeNarration', changes }, { group: 'review' });
  };
  return (
    <>
      <TextField
        label={t(reviewMessages.name)}
        value={by}
        maxLength={200}
        autoComplete="name"
        onChange={event => keep({ by: event.currentTarget.value })}
      />
      {reviewQuestions.map(question => (
        <Checkbox
          key={question}
          label={t(reviewMessages[question])}
          checked={confirmed.includes(question)}
          onChange={isOn =>
            keep({
              confirmed: reviewQuestions.filter(each =>
                each === question ? isOn : confirmed.includes(each),
              ),
            })
          }
        />
      ))}
      <p>{t(confirmed.length > 0 ? reviewMessages.kept : reviewMessages.none)}</p>
    </>
  );
}

function Item({ item }: { readonly item: ReviewItem }) {
  const { store } = useEditor();
  const { startSeconds, endSeconds, lines, notTold, state } = item;
  const seek = () => store.getState().player?.seekPicture(startSeconds);
  const time =
    startSeconds === endSeconds
      ? printShortTime(startSeconds)
      : `${printShortTime(startSeconds)} – ${printShortTime(endSeconds)}`;
  return (
    <li className={classes.item} data-state={state}>
      <TextButton onClick={seek}>{time}</TextButton>
      <strong>{t(stateMessages[state])}</strong>
      {lines.map(({ line }) => (
        <TextButton key={line.id} onClick={() => store.setState({ selectedLineId: line.id })}>
          {line.text}
        </TextButton>
      ))}
      {notTold.map(text => (
        <span key={text}>{text}</span>
      ))}
    </li>
  );
}

const stateMessages = {
  described: reviewMessages.described,
  paused: reviewMessages.outside,
  'in part': reviewMessages.inPart,
  empty: reviewMessages.empty,
  'left out': reviewMessages.leftOut,
} as const;

/** Shares the script for review, and lists what reviewers say about the whole of it. Comments on lines with times stand at them. */
function SharePanel() {
  const narration = useEditorState(getNarration);
  const isBlank = useEditorState(isEmpty);
  const isLines = useEditorState(hasTimes);
  const { byLine, whole, open } = useComments(true);
  const [isOpen, setOpen] = useState(false);
  if (!narration || isBlank) return null;

  function describe({ lineId }: OwnedComment): string | undefined {
    if (lineId === null) return undefined;
    const text = narration?.lines.find(({ id }) => id === lineId)?.text;
    return text === undefined ? t(commentMessages.onGone) : t(commentMessages.onLine, { text });
  }

  return (
    <div className={classes.share}>
      <TextButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(messages.share)}
      </TextButton>
      <p role="status">{open > 0 && t(commentMessages.changed, { count: open })}</p>
      <CommentList comments={isLines ? whole : [...byLine.values()].flat()} describe={describe} />
      {isOpen && <ShareDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
