import { useRef } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import classes from './own-script-ways.module.css';
import { scriptAccept } from './script-file.ts';
import type { OwnScript } from './use-own-script.ts';

interface OwnScriptWaysProps {
  readonly own: OwnScript;
  /** The text in the script field. */
  readonly script: string;
  readonly isWorking: boolean;
}

/** Under the script: opens a script or subtitles from a file, and converts subtitles that were pasted. */
export function OwnScriptWays({ own, script, isWorking }: OwnScriptWaysProps) {
  const { outcome } = own;
  const loading = useRef<HTMLButtonElement>(null);
  function convert() {
    // Once it is done there is nothing to press here any more, and the keyboard shall not lose its place.
    loading.current?.focus();
    own.convert();
  }
  return (
    <div className={classes.ways}>
      {!isWorking && (
        <p>
          <TextButton ref={loading} onClick={() => askForFile(own.load)}>
            {t(studioMessages.openScript)}
          </TextButton>
          {/ --> |^Dialogue:/mu.test(script) && (
            <>
              {' · '}
              <TextButton onClick={convert}>{t(studioMessages.convertSubtitles)}</TextButton>
            </>
          )}
        </p>
      )}
      <div role="status">{outcome?.isGood && <Notice tone="plain">{outcome.message}</Notice>}</div>
      {outcome && !outcome.isGood && <Notice tone="problem">{outcome.message}</Notice>}
    </div>
  );
}

/** The page itself has one field for files, that of the video. */
function askForFile(take: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = scriptAccept;
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) take(file);
  };
  input.click();
}
