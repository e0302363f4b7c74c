import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  createdShareSchema,
  type NewShare,
  type ShareAnswer,
  sharesAnswerSchema,
} from '#shared/api/review.ts';
import { describeDays } from '#shared/describe-values.ts';
import { maxReviewNameCharacters, maxSharePictureBytes, maxSharePictures } from '#shared/limits.ts';
import { commentMessages } from '#shared/messages/comments.ts';
import { t } from '#shared/messages/message.ts';
import { sharingMessages as messages } from '#shared/messages/sharing.ts';
import type { Line, Narration } from '#shared/narration/project.ts';
import { Button, CopyButton, SubmitButton, TextButton } from '../../../components/button.tsx';
import { Dialog, focusInDialog } from '../../../components/dialog.tsx';
import { Checkbox, Select, TextField } from '../../../components/field.tsx';
import { FailureNotice, Notice } from '../../../components/notice.tsx';
import { callServer, getAnswer, postJson } from '../../../lib/call-server.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { askForLogin, sharingSearch } from '../../accounts/public.ts';
import { chooseAccount, isOnAccount, pathOf } from '../keep/account.ts';
import { nameVersion } from '../keep/kept-projects.ts';
import { hasAccount } from '../keep/start-storage.ts';
import { getNarration, hasTimes, isEmpty } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { draw, goTo, withHiddenVideo } from '../player/video-picture.ts';
import { getShownComments, useCommentWatch } from './review-panel.tsx';

/** Opens the links of the narration, also when the address asks for it, as after a sign-in. Says when reviewers have commented. */
export function useSharing() {
  const [parameters, setParameters] = useSearchParams();
  const [isOpen, setOpen] = useState(parameters.has(sharingSearch));
  const { openCount } = useEditorState(getShownComments);
  useCommentWatch();
  function close() {
    setOpen(false);
    if (!parameters.has(sharingSearch)) return;
    parameters.delete(sharingSearch);
    setParameters(parameters, { replace: true, preventScrollReset: true });
  }
  return {
    canShare: !useEditorState(isEmpty),
    open: () => setOpen(true),
    dialog: (
      <>
        <p className="visually-hidden" role="status">
          {openCount > 0 && t(commentMessages.changed, { count: openCount })}
        </p>
        {isOpen && <ShareDialog onClose={close} />}
      </>
    ),
  };
}

function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const editor = useEditor();
  const path = useEditorState(({ project }) => `${pathOf(project.id)}/shares`);
  const account = useEditorState(({ keeping }) => keeping.account);
  const isStored = account === 'saved';
  const [isSaving, setSaving] = useState(isOnAccount(editor));
  const navigate = useNavigate();
  function signIn() {
    onClose();
    const state = askForLogin(`/dashboard?${sharingSearch}`);
    navigate('.', { replace: true, state, preventScrollReset: true });
  }
  function save() {
    chooseAccount(editor, true);
    setSaving(true);
  }
  const first = hasAccount(editor)
    ? { why: messages.saveFirst, label: messages.saveNow, onClick: save }
    : { why: messages.signIn, label: messages.signInNow, onClick: signIn };
  return (
    <Dialog title={t(messages.title)} reason={t(messages.reason)} onClose={onClose}>
      <div className="stack">
        {isStored && <NewLink key={path} path={path} />}
        {isStored && <Links path={path} />}
        {!isStored && !isSaving && <p>{t(first.why)}</p>}
        {!isStored && !isSaving && <Button onClick={first.onClick}>{t(first.label)}</Button>}
        {!isStored && isSaving && <p role="status">{t(messages.wait)}</p>}
        {typeof account === 'object' && <Notice tone="problem">{account.failure}</Notice>}
      </div>
    </Dialog>
  );
}

const dayChoices = [1, 7, 30, 90];

function NewLink({ path }: { readonly path: string }) {
  const project = useEditorState(state => state.project);
  const narration = useEditorState(getNarration);
  const file = useEditorState(({ video }) => video?.file);
  const isTimed = useEditorState(hasTimes);
  const [order, setOrder] = useState({ name: '', days: 7, showsOthers: false, hasPictures: false });
  const change = (changes: Partial<typeof order>) => setOrder(before => ({ ...before, ...changes }));
  const queryClient = useQueryClient();
  const [status, setStatus] = useState('');
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const create = useMutation({
    mutationFn: async ({ id: narrationId, lines }: Narration) => {
      control.current = new AbortController();
      const { signal } = control.current;
      const { hasPictures, ...asked } = order;
      const report = (done: number, count: number) => setStatus(t(messages.takingPictures, { done, count }));
      const pictures = file && hasPictures ? await takePictures(file, lines, { signal, report }) : [];
      const share: NewShare = { narrationId, ...asked, pictures };
      const { url } = createdShareSchema.parse(await (await postJson(path, share, { signal })).json());
      await queryClient.invalidateQueries({ queryKey: [path] });
      return url;
    },
    onSettled: () => setStatus(''),
  });
  if (create.data !== undefined) return <CreatedLink url={create.data} />;
  if (!narration) return null;
  return (
    <form
      className="stack"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (!create.isPending) create.mutate(narration);
      }}
    >
      {project.narrations.length > 1 && (
        <p>{t(messages.version, { name: nameVersion(project, narration) })}</p>
      )}
      <TextField
        ref={focusInDialog}
        label={t(messages.name)}
        description={t(messages.nameHint)}
        autoComplete="off"
        dir="auto"
        maxLength={maxReviewNameCharacters}
        value={order.name}
        onChange={event => change({ name: event.currentTarget.value })}
      />
      <Select
        label={t(messages.days)}
        value={order.days}
        options={dayChoices.map(value => ({ value, label: describeDays(value) }))}
        onChoose={days => change({ days: Number(days) })}
      />
      {file && isTimed && (
        <Checkbox
          label={t(messages.pictures)}
          detail={t(messages.picturesDetail, { limit: maxSharePictures })}
          checked={order.hasPictures}
          onChange={hasPictures => change({ hasPictures })}
        />
      )}
      <Checkbox
        label={t(messages.showsOthers)}
        detail={t(messages.showsOthersDetail)}
        checked={order.showsOthers}
        onChange={showsOthers => change({ showsOthers })}
      />
      <p role="status">{status}</p>
      {create.error && <FailureNotice error={create.error} />}
      <SubmitButton isPending={create.isPending}>{t(messages.create)}</SubmitButton>
    </form>
  );
}

function CreatedLink({ url }: { readonly url: string }) {
  return (
    <div className="stack">
      <TextField
        ref={focusInDialog}
        label={t(messages.link)}
        description={t(messages.linkOnce)}
        value={url}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton
        text={url}
        label={t(messages.copy)}
        copied={t(messages.copied)}
        refused={t(messages.copyRefused)}
      />
    </div>
  );
}

function Links({ path }: { readonly path: string }) {
  const queryClient = useQueryClient();
  const status = useRef<HTMLParagraphElement>(null);
  const { data, error } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => getAnswer(path, sharesAnswerSchema, { signal }),
    staleTime: 0,
  });
  const revoke = useMutation({
    mutationFn: async ({ id }: ShareAnswer) => {
      await callServer(`${path}/${id}`, { method: 'DELETE' });
      await queryClient.invalidateQueries({ queryKey: [path] });
    },
    // The button that was pressed is gone.
    onSuccess: () => status.current?.focus(),
  });
  const shares = data?.shares ?? [];
  return (
    <section>
      {shares.length > 0 && <h3>{t(messages.links)}</h3>}
      <ul className="stack tight">
        {shares.map(share => (
          <li key={share.id}>
            <bdi>
              <strong>{share.name}</strong>
            </bdi>
            <p>
              {t(messages.until, { date: formatDateTime(share.endsAt) })}
              {share.hasPictures && ` · ${t(messages.withPictures)}`}
              {share.showsOthers && ` · ${t(messages.together)}`}
            </p>
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

/** In base64. */
const maxSharePictureCharacters = Math.floor(maxSharePictureBytes / 3) * 4;

/** Small pictures of the scenes where lines begin; not of noise, which are too large. @throws {Error} where this browser cannot show the video */
async function takePictures(
  video: File,
  lines: readonly Line[],
  { signal, report }: { signal: AbortSignal; report: (done: number, count: number) => void },
): Promise<NewShare['pictures']> {
  const shown = lines.slice(0, maxSharePictures);
  const pictures: NewShare['pictures'] = [];
  return await withHiddenVideo(video, signal, async element => {
    for (const [index, { id: lineId, startMs }] of shown.entries()) {
      report(index, shown.length);
      await goTo(element, (startMs ?? 0) / 1000, signal);
      const address = draw(element, 160).canvas.toDataURL('image/jpeg', 0.6);
      const picture = address.slice(address.indexOf(',') + 1);
      if (picture.length <= maxSharePictureCharacters) pictures.push({ lineId, picture });
    }
    return pictures;
  });
}
