import type { ReactNode } from 'react';
import { sumPauses } from '#shared/script/picture-pauses.ts';
import { describeUnspoken } from '#shared/script/unspoken.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, ButtonLink, TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { startSentence } from '../../lib/format.ts';
import { findTooLong, printSeconds } from '../line-editor/public.ts';
import type { Preview } from '../player/public.ts';
import { SpokenLength } from '../player/public.ts';
import { nameSpeaker, type Speaker } from '../voice-samples/public.ts';
import { MakeVideoPart } from './make-video-part.tsx';
import { MoreDownloads, type MoreDownloadsProps } from './more-downloads.tsx';
import { MoreFormats } from './more-formats.tsx';
import type { Spoken } from './script-history.ts';
import classes from './script-panel.module.css';
import type { TimedWork } from './timed-work.ts';

interface SpokenScriptProps {
  readonly preview: Preview;
  /** There is a sound of the text as it stands. */
  readonly isHeard: boolean;
  readonly videoSeconds: number | undefined;
  /** Who has spoken it in place of the first choice, if anybody. */
  readonly speaker: Speaker | undefined;
  /** What may be taken home; undefined while nothing may. */
  readonly spoken: Spoken | undefined;
  /** Undefined where there is none. */
  readonly video: File | undefined;
  readonly onDownload: (() => void) | undefined;
  /** The form asks for another sound by now. */
  readonly isReplaced: boolean;
  /** What changes the length of the text. */
  readonly fitButtons: ReactNode;
  readonly timed: TimedWork;
}

/** What was spoken: how it fits, at which speed, by whom, and the way to take it home. */
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
  /** Of the film: longer than the video where the picture stands still. */
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
          Line {line}: {describeUnspoken(text)}
        </p>
      ))}
      {speaker && <p className={classes.spokenBy}>{startSentence(nameSpeaker(speaker))} has spoken this.</p>}
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
  return <Button disabled>Changing the speed: {Math.round(100 * share)} %</Button>;
}

/** By how much an extended description makes its video longer. */
function describeWaits(spoken: Spoken | undefined): string | undefined {
  const pauses = spoken?.described?.plan.pauses ?? [];
  if (pauses.length === 0) return undefined;
  const times = pauses.length === 1 ? 'once' : `${pauses.length} times`;
  return `The picture waits ${times}, ${printSeconds(sumPauses(pauses))} altogether.`;
}

/** The list of lines may be out of sight by now. */
function TooLongLines({ timed }: { readonly timed: TimedWork }) {
  const { length } = findTooLong(timed.lines);
  if (length === 0) return null;
  if (timed.described)
    return (
      <p className={classes.tooLong}>
        {length === 1 ? '1 line is' : `${length} lines are`} left out, so that nobody is talked over.
      </p>
    );
  return (
    <p className={classes.tooLong}>
      {length === 1 ? '1 line is' : `${length} lines are`} too long, so that what follows begins later.{' '}
      <TextButton onClick={timed.fit}>Make it fit</TextButton>
    </p>
  );
}

interface AudioDownloadProps extends Pick<MoreDownloadsProps, 'url' | 'onDownload'> {
  /** Something else comes next. */
  readonly isQuiet?: boolean;
}

/** Takes the sound home, under the one name that it always has. */
export function AudioDownload({ url, onDownload, isQuiet = false }: AudioDownloadProps) {
  const variant = isQuiet ? 'default' : 'filled';
  return (
    <ButtonLink variant={variant} href={url} download="narration.mp3" onClick={onDownload}>
      Download Audio
    </ButtonLink>
  );
}
