import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { commentsAnswerSchema, type OwnedComment } from '#shared/api/review.ts';
import { commentMessages as messages } from '#shared/messages/comments.ts';
import { t } from '#shared/messages/message.ts';
import type { Narration } from '#shared/narration/project.ts';
import { TextButton } from '../../../components/button.tsx';
import { Comment } from '../../../components/comment.tsx';
import { FailureNotice } from '../../../components/notice.tsx';
import { callServer, getAnswer, postJson } from '../../../lib/call-server.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import { focusLine } from '../model/edit-lines.ts';
import type { EditorState, EditorStore } from '../model/editor-state.ts';
import { getLines } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './review-panel.module.css';

const pollMs = 10_000;

const pathOf = (projectId: string) =>
  `/api/projects/${encodeURIComponent(projectId.toWellFormed())}/comments`;

/** Fetches what reviewers say about the open project again and again, while the account has it. @returns ends it */
export function watchComments(store: EditorStore): () => void {
  const control = new AbortController();
  const ask = () => {
    if (store.getState().keeping.account !== 'saved' || document.hidden) return;
    // It is asked again soon.
    refreshComments(store, control.signal).catch(() => {});
  };
  const timer = setInterval(ask, pollMs);
  const ignore = store.subscribe(({ keeping: { account } }, before) => {
    if (account !== before.keeping.account) ask();
  });
  ask();
  return () => {
    clearInterval(timer);
    ignore();
    control.abort();
  };
}

async function refreshComments(store: EditorStore, signal?: AbortSignal): Promise<void> {
  const { id } = store.getState().project;
  const { comments } = await getAnswer(pathOf(id), commentsAnswerSchema, signal);
  const { project, comments: known } = store.getState();
  if (project.id === id && JSON.stringify(comments) !== JSON.stringify(known)) store.setState({ comments });
}

const sortComments = rememberLast(sortAnew);

function sortAnew(comments: EditorState['comments'], narrations: readonly Narration[], shownId?: string) {
  const others = new Set(narrations.map(({ id }) => id).filter(id => id !== shownId));
  const lines = new Set(narrations.find(({ id }) => id === shownId)?.lines.map(({ id }) => id));
  const all = comments.filter(({ narrationId }) => !others.has(narrationId));
  const byLine = Map.groupBy(all, ({ lineId }) => (lineId !== null && lines.has(lineId) ? lineId : null));
  return { all, byLine, openCount: all.filter(({ isResolved }) => !isResolved).length };
}

const none = sortComments([], []);

/** Those on the narration that is shown, and on narrations that are gone. */
export function getShownComments({ comments, project, narrationId }: EditorState): typeof none {
  return comments.length === 0 ? none : sortComments(comments, project.narrations, narrationId);
}

interface CommentListProps {
  readonly comments: readonly OwnedComment[];
  /** Not beside their line: each says which it is about. */
  readonly isApart?: boolean;
}

/** Comments of reviewers, which their author resolves, reopens and deletes. */
export function CommentList({ comments, isApart = false }: CommentListProps) {
  const { store } = useEditor();
  const lines = useEditorState(getLines);
  const group = useRef<HTMLDivElement>(null);
  const { mutate, error } = useMutation({
    mutationFn: async ({ id, isResolved }: { readonly id: string; readonly isResolved?: boolean }) => {
      const path = `${pathOf(store.getState().project.id)}/${id}`;
      if (isResolved === undefined) await callServer(path, { method: 'DELETE' });
      else await postJson(`${path}/resolution`, { isResolved });
      await refreshComments(store);
    },
    networkMode: 'always',
    // The button that was pressed is gone.
    onSuccess: () => group.current?.focus(),
  });
  if (comments.length === 0) return null;
  const resolved = comments.filter(({ isResolved }) => isResolved);
  const show = (comment: OwnedComment) => {
    const { id, author, isResolved, lineId } = comment;
    const line = lines.find(each => each.id === lineId);
    const about = line ? (
      <TextButton onClick={() => focusLine(line.id)}>{t(messages.onLine, { text: line.text })}</TextButton>
    ) : (
      lineId !== null && t(messages.onGone)
    );
    return (
      <Comment key={id} comment={comment} about={isApart && about}>
        <TextButton
          aria-label={t(isResolved ? messages.reopenThis : messages.resolveThis, { author })}
          onClick={() => mutate({ id, isResolved: !isResolved })}
        >
          {t(isResolved ? messages.reopen : messages.resolve)}
        </TextButton>
        {isResolved && (
          <TextButton aria-label={t(messages.removeThis, { author })} onClick={() => mutate({ id })}>
            {t(messages.remove)}
          </TextButton>
        )}
      </Comment>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div ref={group} className={classes.comments} role="group" aria-label={t(messages.list)} tabIndex={-1}>
      <ul className={classes.items}>{comments.filter(({ isResolved }) => !isResolved).map(show)}</ul>
      {resolved.length > 0 && (
        <details>
          <summary>{t(messages.resolvedCount, { count: resolved.length })}</summary>
          <ul className={classes.items}>{resolved.map(show)}</ul>
        </details>
      )}
      {error && <FailureNotice error={error} />}
    </div>
  );
}
