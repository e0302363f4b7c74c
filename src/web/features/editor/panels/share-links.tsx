import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ShareAnswer, sharesAnswerSchema } from '#shared/api/review.ts';
import { t } from '#shared/messages/message.ts';
import { sharingMessages as messages } from '#shared/messages/sharing.ts';
import { TextButton } from '../../../components/button.tsx';
import { FailureNotice } from '../../../components/notice.tsx';
import { callServer, getAnswer } from '../../../lib/call-server.ts';
import { useEditorState } from '../model/use-editor.tsx';
import classes from './review.module.css';

const pathOf = (projectId: string) => `/api/projects/${encodeURIComponent(projectId.toWellFormed())}/shares`;
const keyOf = (projectId: string) => ['shares', projectId];

/** Where links of the open project are created, and what to do when one was. */
export function useSharesPath() {
  const projectId = useEditorState(({ project }) => project.id);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(projectId) });
  return { path: pathOf(projectId), refresh };
}

const formatDate = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export function ShareLinks() {
  const projectId = useEditorState(({ project }) => project.id);
  const { path, refresh } = useSharesPath();
  const status = useRef<HTMLParagraphElement>(null);
  const { data, error } = useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => getAnswer(path, sharesAnswerSchema, signal),
    staleTime: 0,
  });
  const revoke = useMutation({
    mutationFn: async ({ id }: ShareAnswer) => {
      await callServer(`${path}/${id}`, { method: 'DELETE' });
      await refresh();
    },
    networkMode: 'always',
    // The button that was pressed is gone.
    onSuccess: () => status.current?.focus(),
  });
  const shares = data?.shares ?? [];
  return (
    <section>
      {shares.length > 0 && <h3>{t(messages.links)}</h3>}
      <ul className={classes.links}>
        {shares.map(share => (
          <li key={share.id}>
            <bdi>
              <strong>{share.name}</strong>
            </bdi>
            <p>{describe(share)}</p>
            <TextButton
              aria-label={t(messages.revokeThis, { name: share.name })}
              onClick={() => revoke.mutate(share)}
            >
              {t(messages.revoke)}
            </TextButton>
          </li>
        ))}
      </ul>
      <p ref={status} role="status" tabIndex={-1}>
        {revoke.isSuccess && t(messages.revoked, { name: revoke.variables.name })}
      </p>
      {(error ?? revoke.error) && <FailureNotice error={error ?? revoke.error} />}
    </section>
  );
}

function describe({ endsAt, hasPictures, showsOthers }: ShareAnswer): string {
  const until = t(messages.until, { date: formatDate.format(new Date(endsAt)) });
  const kinds = [hasPictures && t(messages.withPictures), showsOthers && t(messages.together)];
  return [until, ...kinds.filter(Boolean)].join(' · ');
}
