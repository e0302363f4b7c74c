import type { ReactNode } from 'react';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { sumPauses } from '#shared/script/picture-pauses.ts';
import { describeUnspoken } from '#shared/script/unspoken.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, ButtonLink, TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { findTooLong, printSeconds } from '../line-editor/public.ts';
import type { Preview } from '../player/public.ts';
import { SpokenLength } from '../player/public.ts';
import type { Speaker } from '../voice-samples/public.ts';
import { MakeVideoPart } from './make-video-part.tsx';
import { MoreDownloads, type MoreDownloadsProps } from './more-downloads.tsx';
import { MoreFormats } from './more-formats.tsx';
import type { Spoken } from './script-history.ts';
import classes from './script-panel.module.css';
import type { TimedWork } from './timed-work.ts';

interface SpokenScriptProps {
  readonly preview: Preview;
  /** There is a recording of the text as it is. */
  readonly isHeard: boolean;
  readonly videoSeconds: number | undefined;
  /** Who spoke it instead of the first choice, if anyone. */
  readonly speaker: Speaker | undefined;
  /** What may be downloaded; undefined while nothing may. */
  readonly spoken: Spoken | undefined;
  /** Undefined where there is none. */
  readonly video: File | undefined;
  readonly onDownload: (() => void) | undefined;
  /** Another voice or language is selected by now. */
  readonly isReplaced: boolean;
  /** What changes the length of the text. */
  readonly fitButtons: ReactNode;
  readonly timed: TimedWork;
}

/** The recording: how it fits, who spoke it, and its downloads. */
export function SpokenScript(props: SpokenScriptProps) {
  const { preview, isHeard, videoSeconds, spoken, video, onDownload } = props;
  const { sound, url } = preview.tempo;
  const isWhole = isHeard && spoken && sound && video && videoSeconds !== undefined;
  return (
    <div className={classes.sound}>
      {isHeard && <HeardScript {...props} />}
      <MakeVideoPart
        preview={preview}
        narrated={isWhole ? { video, videoSeconds, voice: sound, spoken } : undefined}
        onDownload={onDownload}
      />
      {isHeard && spoken && url && (
        <MoreDownloads url={url} spoken={spoken} videoName={video?.name} onDownload={onDownload} />
      )}
      {isHeard && <SpeedProgress preview={preview} isSpoken={spoken !== undefined} />}
    </div>
  );
}

function HeardScript(props: SpokenScriptProps) {
  const { preview, videoSeconds, speaker, spoken, video, onDownload, isReplaced, fitButtons, timed } = props;
  /** Of the preview: longer than the video where it pauses. */
  const previewSeconds = spoken?.described?.plan.durationSeconds ?? videoSeconds;
  const waits = describeWaits(spoken);
  const { sound, url, problem } = preview.tempo;
  return (
    <>
      <div className={classes.play}>
        <Badge className={classes.stamp} />
        <SpokenLength preview={preview} videoSeconds={waits ? undefined : videoSeconds}>
          {fitButtons}
        </SpokenLength>
      </div>
      {waits && <p className={classes.spokenBy}>{waits}</p>}
      {spoken && <TooLongLines timed={timed} />}
      {spoken?.unspoken?.map(({ line, text }) => (
        <p key={line} className={classes.tooLong}>
          {t(spokenScriptMessages.unspoken, { line, reason: describeUnspoken(text) })}
        </p>
      ))}
      {speaker && <p className={classes.spokenBy}>{describeSpeaker(speaker)}</p>}
      {problem && <Notice tone="problem">{problem}</Notice>}
      {spoken && url && (
        <div className={classes.downloads}>
          <AudioDownload url={url} onDownload={onDownload} isQuiet={isReplaced} />
          {sound && (
            <MoreFormats
              sound={sound}
              speed={preview.speed}
              durationSeconds={previewSeconds ?? preview.spokenSeconds ?? 0}
              spoken={spoken}
              video={video}
              onDownload={onDownload}
            />
          )}
        </div>
      )}
    </>
  );
}

function SpeedProgress({ preview, isSpoken }: { readonly preview: Preview; readonly isSpoken: boolean }) {
  const { share } = preview.tempo;
  if (!isSpoken || share === undefined || preview.speed === 1) return null;
  return (
    <Button disabled>{t(spokenScriptMessages.changingSpeed, { percent: Math.round(100 * share) })}</Button>
  );
}

function describeSpeaker({ isOffline, name }: Speaker): string {
  return isOffline ? t(spokenScriptMessages.spokenOffline) : t(spokenScriptMessages.spokenBy, { name });
}

/** By how much an extended description makes its video longer. */
function describeWaits(spoken: Spoken | undefined): string | undefined {
  const pauses = spoken?.described?.plan.pauses ?? [];
  if (pauses.length === 0) return undefined;
  return t(spokenScriptMessages.pauses, {
    count: pauses.length,
    duration: printSeconds(sumPauses(pauses)),
  });
}

/** The list of lines may be out of sight by now. */
function TooLongLines({ timed }: { readonly timed: TimedWork }) {
  const { length: count } = findTooLong(timed.lines);
  const { leftOut, tooLong, fitLines } = spokenScriptMessages;
  if (count === 0) return null;
  if (timed.described) return <p className={classes.tooLong}>{t(leftOut, { count })}</p>;
  return (
    <p className={classes.tooLong}>
      {t(tooLong, { count })} <TextButton onClick={timed.fit}>{t(fitLines)}</TextButton>
    </p>
  );
}

interface AudioDownloadProps extends Pick<MoreDownloadsProps, 'url' | 'onDownload'> {
  /** Something else comes next. */
  readonly isQuiet?: boolean;
}

/** Downloads the audio, always under the same name. */
export function AudioDownload({ url, onDownload, isQuiet = false }: AudioDownloadProps) {
  const variant = isQuiet ? 'default' : 'filled';
  return (
    <ButtonLink variant={variant} href={url} download="narration.mp3" onClick={onDownload}>
      {t(spokenScriptMessages.download)}
    </ButtonLink>
  );
}
