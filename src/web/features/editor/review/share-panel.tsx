import { useState } from 'react';
import type { OwnedComment } from '#shared/api/review.ts';
import { commentMessages } from '#shared/messages/comments.ts';
import { t } from '#shared/messages/message.ts';
import { sharingMessages as messages } from '#shared/messages/sharing.ts';
import { TextButton } from '../../../components/button.tsx';
import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { CommentList } from '../comments/comment-list.tsx';
import { useComments } from '../comments/use-comments.ts';
import { getNarration, hasTimes, isEmpty } from '../store/select.ts';
import { useEditorState } from '../store/use-editor.tsx';
import classes from './review.module.css';

const lazyDialog = new LazyParts('sharing', () => import('./share-dialog.tsx'));

/** Shares the script for review, and lists what reviewers say about the whole of it. Comments on lines with times stand at them. */
export function SharePanel() {
  const narration = useEditorState(getNarration);
  const isBlank = useEditorState(isEmpty);
  const isLines = useEditorState(hasTimes);
  const { byLine, whole, open } = useComments(true);
  const [isOpen, setOpen] = useState(false);
  const parts = useLazyParts(lazyDialog, isOpen);
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
      {isOpen && parts && <parts.ShareDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
