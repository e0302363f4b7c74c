import { type RefObject, useSyncExternalStore } from 'react';
import { type MixSettings, type SoundChoice, usualMix } from '#media/mix/mix-settings.ts';
import type { VideoPlan } from '#media/mix/plan-narrated-video.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { videoExportMessages } from '#shared/messages/video-export.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { DescribedResult } from '#shared/script/description-report.ts';
import type { PicturePause } from '#shared/script/picture-pauses.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import type { SyncedPlayback } from '../player/public.ts';
import { MixFields } from './mix-fields.tsx';
import { AudioTrackField, SoundChoices } from './sound-choices.tsx';
import { useHeardMix } from './use-heard-mix.ts';
import type { VideoMaking } from './use-video-making.ts';
import { useVideoPlan } from './use-video-plan.ts';
import classes from './video-panel.module.css';

/** What a video is made of. */
export interface NarratedSource {
  readonly video: File;
  readonly videoSeconds: number;
  /** At the chosen speed. */
  readonly voice: Blob;
  readonly language: LanguageName;
  /** What is spoken when; empty where that is not known. */
  readonly cues: readonly SpokenCue[];
  /** Where the voice is an audio description. */
  readonly described: DescribedResult | undefined;
  /** Names the file by its ending, such as "narrated.mp4". */
  readonly nameFile: (ending: string) => string;
}

/** The settings of a narrated video. */
interface VideoOptions {
  /** This, and the sound track, are undefined until chosen. */
  readonly sound: SoundChoice | undefined;
  readonly track: { readonly of: File; readonly choice: AudioTrackChoice } | undefined;
  readonly mix: MixSettings;
  readonly hasSubtitles: boolean;
}

export const defaultVideoOptions: VideoOptions = {
  sound: undefined,
  track: undefined,
  mix: usualMix,
  hasSubtitles: false,
};

const noPauses: readonly PicturePause[] = [];

/** About what the new sound takes, in bytes a second. */
const soundBytesPerSecond = 24_000;

interface VideoChoicesProps {
  readonly source: NarratedSource;
  readonly playback: SyncedPlayback;
  readonly options: VideoOptions;
  readonly isMaking: boolean;
  /** The button that begins; it gets the focus back when the work ends. */
  readonly begin: RefObject<HTMLButtonElement | null>;
  readonly onOptions: (options: VideoOptions) => void;
  readonly onMake: VideoMaking['make'];
}

/** The settings of a narrated video, heard at once, and the button that makes it. */
export function VideoChoices(props: VideoChoicesProps) {
  const { source, playback, options, isMaking, begin, onOptions, onMake } = props;
  const { video, videoSeconds, voice, language, cues, described, nameFile } = source;
  const { track, mix, hasSubtitles } = options;
  const audioTrack = track?.of === video ? track.choice : undefined;
  const pauses = described?.plan.pauses ?? noPauses;
  const finishedSeconds = described?.plan.durationSeconds ?? videoSeconds;
  const { plan, problem } = useVideoPlan(video, { sound: options.sound, audioTrack, pauses });
  const sound = plan && chooseSound(plan, options.sound);
  const hasPreview = useSyncExternalStore(
    playback.subscribe,
    () => playback.getPlaybackTime().videoSeconds !== undefined,
  );
  useHeardMix(playback, voice, sound, mix);
  if (problem) return <Notice tone="problem">{problem}</Notice>;
  if (!plan || !sound) return <p className={classes.note}>{t(videoExportMessages.checking)}</p>;
  const option = (changed: Partial<VideoOptions>) => onOptions({ ...options, ...changed });
  const name = nameFile(`${described ? 'described' : 'narrated'}.${plan.container}`);
  const bytes = video.size + finishedSeconds * soundBytesPerSecond;
  const subtitles = hasSubtitles ? cues : [];
  const isDescription = described !== undefined;
  const isMixed = sound === 'mixed';
  const { omitted } = plan;
  const make = () =>
    onMake(
      { video, voice, language, sound, audioTrack, mix, pauses, subtitles, isDescription, omitted },
      { name, mimeType: plan.mimeType, bytes },
    );
  return (
    <>
      {plan.notice && <Notice tone="plain">{plan.notice}</Notice>}
      <SoundChoices
        choices={plan.choices}
        chosen={sound}
        disabled={isMaking}
        onChoose={chosen => option({ sound: chosen })}
      />
      {isMixed && (
        <AudioTrackField
          plan={plan}
          chosen={audioTrack}
          disabled={isMaking}
          onChoose={choice => option({ track: { of: video, choice } })}
        />
      )}
      {isMixed && isDescription && audioTrack !== undefined && (
        <Notice tone="plain">{t(videoExportMessages.otherTrack)}</Notice>
      )}
      <MixFields
        mix={mix}
        isMixed={isMixed}
        disabled={isMaking}
        onChange={changed => option({ mix: changed })}
      />
      {sound !== 'second' && <p className={classes.note}>{describePreview(plan, { isMixed, hasPreview })}</p>}
      {cues.length > 0 && (
        <Subtitles
          isOn={hasSubtitles}
          disabled={isMaking}
          onChange={isOn => option({ hasSubtitles: isOn })}
        />
      )}
      <p className={classes.note}>
        {t(videoExportMessages.file, {
          name,
          duration: formatDuration(finishedSeconds),
          size: formatBytes(bytes),
        })}{' '}
        {t(videoExportMessages.staysLocal)} {omitted}
      </p>
      <div>
        <Button
          ref={begin}
          onClick={isMaking ? undefined : make}
          // Not `disabled`: it would lose the focus.
          aria-disabled={isMaking || undefined}
          data-busy={isMaking}
        >
          {t(videoExportMessages.saveVideo)}
        </Button>
      </div>
    </>
  );
}

/** What the preview plays: only the first readable sound track, and none where the browser cannot play the video. */
function describePreview(
  { tracks, used }: VideoPlan,
  { isMixed, hasPreview }: { readonly isMixed: boolean; readonly hasPreview: boolean },
): string {
  const isHeard =
    used.length === 1 && used[0]?.number === tracks.find(({ isReadable }) => isReadable)?.number;
  if (isMixed && !hasPreview) return t(videoExportMessages.previewNarrationOnly);
  const { previewSound, previewFirstTrack } = videoExportMessages;
  return t(isHeard || !isMixed ? previewSound : previewFirstTrack);
}

function chooseSound({ choices }: VideoPlan, wanted: SoundChoice | undefined): SoundChoice {
  return wanted && choices.includes(wanted) ? wanted : (choices[0] ?? 'voice');
}

interface SubtitlesProps {
  readonly isOn: boolean;
  readonly disabled: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Subtitles({ isOn, disabled, onChange }: SubtitlesProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <span>{t(videoExportMessages.subtitles)}</span>
    </label>
  );
}
