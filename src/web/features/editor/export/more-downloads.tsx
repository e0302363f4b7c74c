import { useId, useMemo, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { TextButton } from '../../../components/button.tsx';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import classes from './more-downloads.module.css';
import { nameScript, nameSound } from './name-download.ts';
import type { Spoken } from './script-history.ts';

export interface MoreDownloadsProps {
  /** Where the sound is. */
  readonly url: string;
  readonly spoken: Omit<Spoken, 'audio'>;
  readonly videoName: string | undefined;
  /** Called when the audio is downloaded. */
  readonly onDownload?: (() => void) | undefined;
}

/** More downloads of a narration: the audio under a name that says what it is, and the script. Folded at first. */
export function MoreDownloads(props: MoreDownloadsProps) {
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.others}>
      <TextButton aria-expanded={isOpen} aria-controls={list} onClick={() => setOpen(!isOpen)}>
        {t(spokenScriptMessages.moreDownloads)}
      </TextButton>
      <ul id={list} className={classes.list} hidden={!isOpen}>
        <Ways {...props} />
      </ul>
    </div>
  );
}

function Ways({ url, spoken, videoName, onDownload }: MoreDownloadsProps) {
  const { script, language, voice } = spoken;
  const text = useObjectUrl(
    useMemo(() => new Blob([script], { type: 'text/plain;charset=utf-8' }), [script]),
  );
  const copy = useCopy(script);
  const soundName = nameSound({ videoName, language, voice });
  return (
    <>
      <li>
        <a href={url} download={soundName} onClick={onDownload}>
          {t(spokenScriptMessages.downloadFile, { name: soundName })}
        </a>
      </li>
      <li>
        <TextButton onClick={copy.begin}>{t(spokenScriptMessages.copyScript)}</TextButton>{' '}
        <span role="status" className={classes.copied}>
          {copy.outcome}
        </span>
      </li>
      <li>
        <a href={text} download={nameScript({ videoName, language })}>
          {t(spokenScriptMessages.downloadScript)}
        </a>
      </li>
    </>
  );
}

/** The outcome of copying; undefined once the text is another. */
function useCopy(text: string) {
  const [last, setLast] = useState<{ text: string; outcome: string }>();
  return {
    outcome: last?.text === text ? last.outcome : undefined,
    async begin() {
      // Where the page came without encryption there is no clipboard to ask.
      const copying = navigator.clipboard?.writeText(text) ?? Promise.reject();
      const outcome = await copying.then(
        () => t(spokenScriptMessages.copied),
        () => t(spokenScriptMessages.copyRefused),
      );
      setLast({ text, outcome });
    },
  };
}
