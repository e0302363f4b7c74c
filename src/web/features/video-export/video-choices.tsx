import { type RefObject, useSyncExternalStore } from 'react';
import { type MixSettings, type SoundChoice, usualMix } from '#media/mix/mix-settings.ts';
import type { VideoPlan } from '#media/mix/plan-narrated-video.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { DescribedResult } from '#shared/script/description-report.ts';
import type { PicturePause } from '#shared/script/picture-pauses.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatBytes, formatDuration } from '../../lib/format.ts';
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
  /** What is taken home is the sound as it is heard: at the chosen speed. */
  readonly voice: Blob;
  readonly language: LanguageName;
  /** What is heard when; empty where nobody has told. */
  readonly cues: readonly SpokenCue[];
  /** The voice is an audio description that was laid so. */
  readonly described: DescribedResult | undefined;
  /** Names the file by its ending, such as "narrated.mp4". */
  readonly nameFile: (ending: string) => string;
}

/** What a person wants of a video. */
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
  /** The button that begins, which has the keyboard's place again when the work ends. */
  readonly begin: RefObject<HTMLButtonElement | null>;
  readonly onOptions: (options: VideoOptions) => void;
  readonly onMake: VideoMaking['make'];
}

/** What the sound of a video shall be, heard at once, and the way to make it. The video stays on this machine. */
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
  if (!plan || !sound) return <p className={classes.note}>Looking into the video …</p>;
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
        <Notice tone="plain">
          The description was timed to the gaps in the track that was analyzed. With another track, it may
          talk over speech.
        </Notice>
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
        {name}, {formatDuration(finishedSeconds)}, about {formatBytes(bytes)}. The picture stays as it is, and
        the video stays on this machine. {omitted}
      </p>
      <div>
        <Button
          ref={begin}
          onClick={isMaking ? undefined : make}
          // The browser takes the focus away from what is `disabled`: it is only said to be.
          aria-disabled={isMaking || undefined}
          data-busy={isMaking}
        >
          Save the video
        </Button>
      </div>
    </>
  );
}

/** A player plays but the first sound track that it can, and none of a video that it cannot play. */
function describePreview(
  { tracks, used }: VideoPlan,
  { isMixed, hasPreview }: { readonly isMixed: boolean; readonly hasPreview: boolean },
): string {
  const isHeard =
    used.length === 1 && used[0]?.number === tracks.find(({ isReadable }) => isReadable)?.number;
  if (isMixed && !hasPreview) return 'This browser cannot play the video, so Play gives the narration alone.';
  return isHeard || !isMixed
    ? 'Press Play: the player sounds as the video will.'
    : 'The preview plays only the first audio track. The saved video uses your choice above.';
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
      <span>With subtitles that can be switched on</span>
    </label>
  );
}
