import { type RefObject, useEffect, useId, useState } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { queueMessages as messages } from '#shared/messages/queue.ts';
import { TextButton } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/field.tsx';
import { Row } from '../../../components/row.tsx';
import { noteFailure } from '../../../lib/failures.ts';
import { useFocusFallback } from '../../../lib/focus.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useObjectUrl } from '../../../lib/media.ts';
import { VoicePicker } from '../../voice-picker/public.ts';
import { type QueueSettings, readRecord } from '../keep/database.ts';
import { isOffered } from '../model/editor.ts';
import type { Form } from '../model/editor-state.ts';
import { useEditor } from '../model/use-editor.tsx';
import { videoAccept } from '../start/dropped.ts';
import { FormFields } from '../start/narration-form.tsx';
import classes from './queue.module.css';
import type { ListedVideo, Queue } from './queue.ts';

interface QueueRowProps {
  readonly queue: Queue;
  readonly video: ListedVideo;
  readonly settings: QueueSettings;
  readonly languageNames: readonly LanguageName[];
  /** The page does not work on its own narration. */
  readonly mayOpen: boolean;
  /** Takes the focus of a row that is removed. */
  readonly main: RefObject<HTMLElement | null>;
  readonly onOpened: () => void;
}

export function QueueRow({ queue, video, settings, languageNames, mayOpen, main, onOpened }: QueueRowProps) {
  const { name, state, message, needs, durationSeconds, own } = video;
  const picture = useObjectUrl(usePicture(video));
  const focus = useFocusFallback(true, main);
  const [isOpen, setOpen] = useState(false);
  const ownId = useId();
  const mayChange = state === 'waiting' || state === 'failed';
  const open = () => queue.open(video).then(isThere => isThere && onOpened(), noteFailure);
  const facts = [
    durationSeconds !== undefined && formatDuration(durationSeconds),
    t(messages[state]),
    own && t(messages.ownSettings),
  ];
  const actions = (
    <>
      {state === 'done' && (
        <TextButton aria-label={t(messages.openOne, { name })} isBlocked={!mayOpen} onClick={open}>
          {t(messages.openResult)}
        </TextButton>
      )}
      <TextButton aria-label={t(messages.removeOne, { name })} onClick={() => queue.remove(video)} {...focus}>
        {t(messages.remove)}
      </TextButton>
      {mayChange && (
        <TextButton
          aria-label={t(messages.ownSettingsOf, { name })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? ownId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t(messages.ownSettings)}
        </TextButton>
      )}
    </>
  );
  return (
    <Row picture={picture} title={name} facts={facts} actions={actions}>
      {message && (
        <p className={classes.message} data-state={state}>
          {message}
        </p>
      )}
      {needs && state !== 'done' && <FileQuestion queue={queue} video={video} />}
      {mayChange && isOpen && (
        <div id={ownId} className={classes.own}>
          <SettingsFields
            settings={own ?? settings}
            languageNames={languageNames}
            onChange={changed => queue.setForOne(video, changed)}
          />
          {own && (
            <TextButton onClick={() => queue.setForOne(video, undefined)}>{t(messages.useCommon)}</TextButton>
          )}
        </div>
      )}
    </Row>
  );
}

/** There once the video was opened. */
function usePicture({ id, durationSeconds }: ListedVideo): Blob | undefined {
  const [picture, setPicture] = useState<Blob>();
  useEffect(() => {
    if (durationSeconds !== undefined) readRecord('pictures', id).then(setPicture, () => {});
  }, [id, durationSeconds]);
  return picture;
}

function FileQuestion({ queue, video }: Pick<QueueRowProps, 'queue' | 'video'>) {
  const { name, needs } = video;
  if (needs === 'permission')
    return <TextButton onClick={() => void queue.allow(video)}>{t(messages.allow, { name })}</TextButton>;
  return (
    <p className={classes.message}>
      {t(messages.needsFile)}{' '}
      <TextButton onClick={() => askForVideos(queue)}>{t(messages.choose, { name })}</TextButton>
    </p>
  );
}

export function askForVideos(queue: Queue): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept: videoAccept, multiple: true });
  input.addEventListener(
    'change',
    () => void queue.add({ files: [...(input.files ?? [])], handles: new Map() }),
  );
  input.click();
}

interface SettingsFieldsProps {
  readonly settings: QueueSettings;
  readonly languageNames: readonly LanguageName[];
  readonly onChange: (settings: QueueSettings) => void;
}

export function SettingsFields({ settings, languageNames, onChange }: SettingsFieldsProps) {
  const { form, isSpoken } = settings;
  const { voice } = form;
  const plans = useEditor().getPlans();
  const change = (changes: Partial<Form>) => onChange({ ...settings, form: { ...form, ...changes } });
  return (
    <div className={classes.fields}>
      <FormFields
        form={form}
        languageNames={languageNames}
        disabled={false}
        areSteps={false}
        voice={
          <VoicePicker
            plans={plans}
            value={voice && isOffered(voice, plans) ? voice : undefined}
            language={form.language}
            disabled={false}
            onChange={chosen => change({ voice: chosen })}
          />
        }
        onChange={change}
      />
      <Checkbox
        label={t(messages.sound)}
        checked={isSpoken}
        onChange={checked => onChange({ ...settings, isSpoken: checked })}
      />
    </div>
  );
}
