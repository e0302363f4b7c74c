import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createdShareSchema, type NewShare } from '#shared/api/review.ts';
import { describeDays } from '#shared/describe-values.ts';
import { maxReviewNameCharacters, maxSharePictures } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { sharingMessages as messages } from '#shared/messages/sharing.ts';
import type { Narration } from '#shared/narration/project.ts';
import { CopyButton, SubmitButton } from '../../../components/button.tsx';
import { focusInDialog } from '../../../components/dialog.tsx';
import { Checkbox, TextField } from '../../../components/field.tsx';
import { FailureNotice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { postJson } from '../../../lib/call-server.ts';
import { nameVersion } from '../keep/kept-projects.ts';
import { getNarration, hasTimes } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';
import { useSharesPath } from './share-links.tsx';
import { takeSharePictures } from './share-pictures.ts';

const dayChoices = [1, 7, 30, 90];

export function NewLink() {
  const project = useEditorState(state => state.project);
  const narration = useEditorState(getNarration);
  const file = useEditorState(({ video }) => video?.file);
  const isTimed = useEditorState(hasTimes);
  const [name, setName] = useState('');
  const [days, setDays] = useState(7);
  const [hasPictures, setPictures] = useState(false);
  const [showsOthers, setShowsOthers] = useState(false);
  const { create, status } = useNewLink(hasPictures ? file : undefined);
  if (create.data !== undefined) return <CreatedLink url={create.data} />;
  if (!narration) return null;
  return (
    <form
      className="stack"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (!create.isPending) create.mutate({ narration, name, days, showsOthers });
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
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Select label={t(messages.days)} value={days} onChoose={value => setDays(Number(value))}>
        {dayChoices.map(choice => (
          <option key={choice} value={choice}>
            {describeDays(choice)}
          </option>
        ))}
      </Select>
      {file && isTimed && (
        <Checkbox
          label={t(messages.pictures)}
          detail={t(messages.picturesDetail, { limit: maxSharePictures })}
          checked={hasPictures}
          onChange={setPictures}
        />
      )}
      <Checkbox
        label={t(messages.showsOthers)}
        detail={t(messages.showsOthersDetail)}
        checked={showsOthers}
        onChange={setShowsOthers}
      />
      <p role="status">{status}</p>
      {create.error && <FailureNotice error={create.error} />}
      <SubmitButton isPending={create.isPending}>{t(messages.create)}</SubmitButton>
    </form>
  );
}

interface LinkOrder extends Pick<NewShare, 'name' | 'days' | 'showsOthers'> {
  readonly narration: Narration;
}

/** @param video of which pictures are shown, if any */
function useNewLink(video: File | undefined) {
  const { path, refresh } = useSharesPath();
  const [status, setStatus] = useState('');
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const create = useMutation({
    mutationFn: async ({ narration, ...order }: LinkOrder) => {
      control.current = new AbortController();
      const { signal } = control.current;
      const report = (done: number, count: number) => setStatus(t(messages.takingPictures, { done, count }));
      const pictures = video ? await takeSharePictures(video, narration.lines, { signal, report }) : [];
      const asked: NewShare = { narrationId: narration.id, ...order, pictures };
      const { url } = createdShareSchema.parse(await (await postJson(path, asked, { signal })).json());
      await refresh();
      return url;
    },
    networkMode: 'always',
    onSettled: () => setStatus(''),
  });
  return { create, status };
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
