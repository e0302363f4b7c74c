import { useId, useState } from 'react';
import { type MixSettings, type SoundChoice, usualMix } from '#media/mix-settings.ts';
import type { VideoPlan } from '#media/plan-narrated-video.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { DescribedResult } from '#shared/script/description-report.ts';
import type { PicturePause } from '#shared/script/picture-pauses.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import type { TwinPlayback } from '../player/twin-playback.ts';
import { MakingLine } from './making-line.tsx';
import { MixFields } from './mix-fields.tsx';
import { soundWords } from './sound-words.ts';
import { useHeardMix } from './use-heard-mix.ts';
import { useVideoMaking } from './use-video-making.ts';
import { useVideoPlan } from './use-video-plan.ts';
import classes from './video-panel.module.css';

export interface VideoPanelProps {
  /** Sounds as the video will while the panel is open. */
  readonly playback: TwinPlayback;
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
  readonly onMade: (() => void) | undefined;
}

const noPauses: readonly PicturePause[] = [];

/** About what the new sound takes, in bytes a second. */
const soundBytesPerSecond = 24_000;

/** The narrated video: what its sound shall be, and the way to make it. The video stays on this machine. */
export function VideoPanel(props: VideoPanelProps) {
  const { playback, video, videoSeconds, voice, language, cues, described, nameFile, onMade } = props;
  const pauses = described?.plan.pauses ?? noPauses;
  const finishedSeconds = described?.plan.durationSeconds ?? videoSeconds;
  const [wantedSound, setSound] = useState<SoundChoice>();
  const [mix, setMix] = useState<MixSettings>(usualMix);
  const [hasSubtitles, setHasSubtitles] = useState(false);
  const { plan, problem } = useVideoPlan(video, wantedSound, pauses);
  const making = useVideoMaking(onMade);
  const sound = plan && chooseSound(plan, wantedSound);
  useHeardMix(playback, voice, sound, mix);
  const isMaking = making.state.phase === 'making';
  if (problem) return <Notice tone="problem">{problem}</Notice>;
  if (!plan || !sound) return <p className={classes.note}>Looking into the video …</p>;
  const name = nameFile(`${described ? 'described' : 'narrated'}.${plan.container}`);
  const bytes = video.size + finishedSeconds * soundBytesPerSecond;
  const subtitles = hasSubtitles ? cues : [];
  const make = () =>
    making.make(
      { video, voice, language, sound, mix, pauses, subtitles, isDescription: described !== undefined },
      { name, mimeType: plan.mimeType, bytes },
    );
  return (
    <section className={classes.panel} aria-label={described ? 'Described video' : 'Narrated video'}>
      {plan.notice && <Notice tone="plain">{plan.notice}</Notice>}
      <SoundChoices choices={plan.choices} chosen={sound} disabled={isMaking} onChoose={setSound} />
      <MixFields mix={mix} isMixed={sound === 'mixed'} disabled={isMaking} onChange={setMix} />
      {sound !== 'second' && <p className={classes.note}>Press Play: the player sounds as the video will.</p>}
      {cues.length > 0 && <Subtitles isOn={hasSubtitles} disabled={isMaking} onChange={setHasSubtitles} />}
      <p className={classes.note}>
        {name}, {formatDuration(finishedSeconds)}, about {formatBytes(bytes)}. The picture stays as it is, and
        the video stays on this machine.
      </p>
      {!isMaking && (
        <div>
          <Button variant="default" onClick={make}>
            Save the video
          </Button>
        </div>
      )}
      <MakingLine state={making.state} onCancel={making.cancel} />
    </section>
  );
}

function chooseSound({ choices }: VideoPlan, wanted: SoundChoice | undefined): SoundChoice {
  return wanted && choices.includes(wanted) ? wanted : (choices[0] ?? 'voice');
}

interface SoundChoicesProps {
  readonly choices: readonly SoundChoice[];
  readonly chosen: SoundChoice;
  readonly disabled: boolean;
  readonly onChoose: (sound: SoundChoice) => void;
}

function SoundChoices({ choices, chosen, disabled, onChoose }: SoundChoicesProps) {
  const group = useId();
  if (choices.length === 1) return null;
  return (
    <fieldset className={classes.choices} disabled={disabled}>
      <legend>The sound</legend>
      {choices.map(choice => (
        <label key={choice} className={classes.choice}>
          <input
            type="radio"
            name={group}
            checked={choice === chosen}
            onChange={() => onChoose(choice)}
            aria-describedby={`${group}-${choice}`}
          />
          <span>{soundWords[choice].label}</span>
          <small id={`${group}-${choice}`}>{soundWords[choice].detail}</small>
        </label>
      ))}
    </fieldset>
  );
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
