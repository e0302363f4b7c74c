import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type EngineOfVoices, type ListedOwnVoice, ownVoiceSchema } from '#shared/api/voices.ts';
import { CodedError } from '#shared/errors.ts';
import { maxVoiceNameCharacters, maxVoiceSampleBytes, maxVoiceSamples } from '#shared/limits.ts';
import { cloneMessages as messages } from '#shared/messages/clone-voice.ts';
import { type FilledMessage, fill, t } from '#shared/messages/message.ts';
import { SubmitButton } from '../../components/button.tsx';
import { Checkbox } from '../../components/choices.tsx';
import { Dialog, focusInDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { callServer } from '../../lib/call-server.ts';

interface CloneDialogProps {
  readonly cloner: EngineOfVoices;
  readonly onAdded: (voice: ListedOwnVoice) => void;
  readonly onClose: () => void;
}

const limit = `${maxVoiceSampleBytes / 2 ** 20} MB`;

/** Clones a voice from sound files at a provider that can, once its consent text is ticked. */
export function CloneDialog({ cloner, onAdded, onClose }: CloneDialogProps) {
  return (
    <Dialog title={t(messages.title)} onClose={onClose} reason={t(messages.how, { provider: cloner.name })}>
      <CloneForm cloner={cloner} onAdded={onAdded} />
    </Dialog>
  );
}

function CloneForm({ cloner, onAdded }: Omit<CloneDialogProps, 'onClose'>) {
  const [agrees, setAgrees] = useState(false);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const consent = t(messages.consent, { provider: cloner.name });
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (form: FormData) => {
      requireComplete(form, agrees);
      form.set('provider', cloner.id);
      form.set('consent', consent);
      sending.current = new AbortController();
      const { signal } = sending.current;
      const answer = await callServer('/api/voices/clone', { method: 'POST', body: form, signal });
      return ownVoiceSchema.parse(await answer.json());
    },
    onSuccess: onAdded,
    networkMode: 'always',
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(new FormData(event.currentTarget));
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextField
        label={t(messages.name)}
        name="name"
        autoComplete="off"
        maxLength={maxVoiceNameCharacters}
        ref={focusInDialog}
      />
      <TextField
        label={t(messages.samples)}
        description={t(messages.samplesHint, { count: maxVoiceSamples, limit })}
        name="sample"
        type="file"
        accept="audio/*"
        multiple
      />
      <Checkbox label={consent} checked={agrees} onChange={setAgrees} />
      {error && <FailureNotice error={error} />}
      <div role="status">{isPending && t(messages.adding)}</div>
      <SubmitButton isPending={isPending}>{t(messages.add)}</SubmitButton>
    </form>
  );
}

/** @throws CodedError for what the person can see and mend before anything is sent */
function requireComplete(form: FormData, agrees: boolean): void {
  const files = form.getAll('sample').filter(file => file instanceof File && file.size > 0);
  if (String(form.get('name')).trim() === '') throw refuse(fill(messages.noName));
  if (files.length === 0) throw refuse(fill(messages.noSamples));
  if (files.length > maxVoiceSamples) throw refuse(fill(messages.tooManySamples, { count: maxVoiceSamples }));
  if (new Blob(files).size > maxVoiceSampleBytes) throw refuse(fill(messages.samplesTooLarge, { limit }));
  if (!agrees) throw refuse(fill(messages.noConsent));
}

function refuse(message: FilledMessage): CodedError {
  return new CodedError('bad_request', { message });
}
