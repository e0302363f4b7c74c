import { exportMessages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { useObjectUrl } from '../../../lib/media.ts';
import type { VoicePlan } from '../model/plan-voice.ts';
import { getRecording } from './export-job.ts';

export const audioFileName = 'narration.mp3';

interface AudioLinkProps {
  readonly url: string;
  readonly isQuiet: boolean;
  readonly onDownload: (() => void) | undefined;
}

export function AudioLink({ url, isQuiet, onDownload }: AudioLinkProps) {
  return (
    <ButtonLink
      variant={isQuiet ? 'default' : 'filled'}
      href={url}
      download={audioFileName}
      onClick={onDownload}
    >
      {t(exportMessages.download)}
    </ButtonLink>
  );
}

interface DownloadAudioProps extends Omit<AudioLinkProps, 'url'> {
  readonly voice: VoicePlan;
  /** Also a recording, because it is signed or has music. */
  readonly isMadeAnew: boolean;
  readonly isMaking: boolean;
  readonly onMake: () => void;
}

/** Downloads the audio: a recording at once, anything else once it was made. */
export function DownloadAudio({
  voice,
  isMadeAnew,
  isQuiet,
  isMaking,
  onMake,
  onDownload,
}: DownloadAudioProps) {
  const recording = isMadeAnew ? undefined : getRecording(voice, undefined);
  const url = useObjectUrl(recording);
  if (recording) return url && <AudioLink url={url} isQuiet={isQuiet} onDownload={onDownload} />;
  return (
    <Button variant={isQuiet ? 'default' : 'filled'} onClick={onMake} isBusy={isMaking}>
      {t(exportMessages.download)}
    </Button>
  );
}
