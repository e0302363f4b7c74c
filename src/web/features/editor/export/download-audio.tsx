import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import { findRecording, getNarration } from '../store/select.ts';
import { useEditorState } from '../store/use-editor.tsx';

interface DownloadAudioProps {
  /** Something else comes next. */
  readonly isQuiet: boolean;
  readonly onDownload: (() => void) | undefined;
}

/** Downloads the audio, always under the same name. Interim: lines with times are made beside this file. */
export function DownloadAudio({ isQuiet, onDownload }: DownloadAudioProps) {
  const mp3 = useEditorState(state => {
    const narration = getNarration(state);
    return narration && findRecording(state, narration)?.mp3;
  });
  const url = useObjectUrl(mp3);
  if (!url) return null;
  return (
    <ButtonLink
      variant={isQuiet ? 'default' : 'filled'}
      href={url}
      download="narration.mp3"
      onClick={onDownload}
    >
      {t(spokenScriptMessages.download)}
    </ButtonLink>
  );
}
