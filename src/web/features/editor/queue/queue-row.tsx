import { type RefObject, useEffect, useId, useState } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { queueMessages as messages } from '#shared/messages/queue.ts';
import { TextButton } from '../../../components/button.tsx';
import { noteFailure } from '../../../lib/failures.ts';
import { useFocusFallback } from '../../../lib/focus.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useObjectUrl } from '../../../lib/media.ts';
import { readPicture } from '../keep/database.ts';
import type { QueueSettings } from '../keep/kept-queue.ts';
import { FileButton } from './file-button.tsx';
import classes from './queue.module.css';
import type { Queue } from './queue.ts';
import type { ListedVideo } from './queue-state.ts';
import { SettingsFields } from './settings-fields.tsx';

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

export function QueueRow(props: QueueRowProps) {
  const { queue, video, main } = props;
  const { name, state, message, needs, durationSeconds, own } = video;
  const picture = useObjectUrl(usePicture(video));
  const focus = useFocusFallback(true, main);
  const facts = [
    durationSeconds !== undefined && formatDuration(durationSeconds),
    t(messages[state]),
    own && t(messages.ownSettings),
  ];
  return (
    <li className={classes.row} data-state={state}>
      {picture ? (
        <img className={classes.picture} src={picture} alt="" />
      ) : (
        <span className={classes.picture} aria-hidden="true" />
      )}
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
        {message && <p className={classes.message}>{message}</p>}
        {needs && state !== 'done' && <FileQuestion queue={queue} video={video} />}
        <div className={classes.actions}>
          {state === 'done' && <OpenButton {...props} />}
          <TextButton
            aria-label={t(messages.removeOne, { name })}
            onClick={() => queue.remove(video)}
            {...focus}
          >
            {t(messages.remove)}
          </TextButton>
          {(state === 'waiting' || state === 'failed') && <OwnSettings {...props} />}
        </div>
      </div>
    </li>
  );
}

function OpenButton({ queue, video, mayOpen, onOpened }: QueueRowProps) {
  const open = () => {
    queue.open(video).then(isThere => isThere && onOpened(), noteFailure);
  };
  return (
    <TextButton aria-label={t(messages.openOne, { name: video.name })} isBlocked={!mayOpen} onClick={open}>
      {t(messages.openResult)}
    </TextButton>
  );
}

function FileQuestion({ queue, video }: Pick<QueueRowProps, 'queue' | 'video'>) {
  const { name, needs } = video;
  if (needs === 'permission')
    return <TextButton onClick={() => void queue.allow(video)}>{t(messages.allow, { name })}</TextButton>;
  return (
    <p className={classes.message}>
      {t(messages.needsFile)}{' '}
      <FileButton
        label={t(messages.choose, { name })}
        onChoose={files => void queue.add({ files, handles: new Map() })}
      />
    </p>
  );
}

function OwnSettings({ queue, video, settings, languageNames }: QueueRowProps) {
  const { id, name, own } = video;
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  return (
    <>
      <TextButton
        aria-label={t(messages.ownSettingsOf, { name })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t(messages.ownSettings)}
      </TextButton>
      {isOpen && (
        <div id={panelId} className={classes.own}>
          <SettingsFields
            settings={own ?? settings}
            languageNames={languageNames}
            onChange={changed => queue.dispatch({ type: 'set one', id, own: changed })}
          />
          {own && (
            <TextButton onClick={() => queue.dispatch({ type: 'set one', id, own: undefined })}>
              {t(messages.useCommon)}
            </TextButton>
          )}
        </div>
      )}
    </>
  );
}

/** There once the video was opened. */
function usePicture({ id, durationSeconds }: ListedVideo): Blob | undefined {
  const [picture, setPicture] = useState<Blob>();
  useEffect(() => {
    if (durationSeconds !== undefined) readPicture(id).then(setPicture, () => {});
  }, [id, durationSeconds]);
  return picture;
}
