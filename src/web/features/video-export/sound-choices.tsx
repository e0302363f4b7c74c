import { useId } from 'react';
import type { SoundChoice } from '#media/mix/mix-settings.ts';
import type { VideoPlan } from '#media/mix/plan-narrated-video.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import classes from './video-panel.module.css';

interface SoundChoicesProps {
  readonly choices: readonly SoundChoice[];
  readonly chosen: SoundChoice;
  readonly disabled: boolean;
  readonly onChoose: (sound: SoundChoice) => void;
}

/** Which of the sounds that are possible the video gets; nothing where there is but one. */
export function SoundChoices({ choices, chosen, disabled, onChoose }: SoundChoicesProps) {
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

interface AudioTrackFieldProps {
  readonly plan: Pick<VideoPlan, 'tracks' | 'used'>;
  /** Undefined where nobody chose: then it is what the plan says. */
  readonly chosen: AudioTrackChoice | undefined;
  readonly disabled: boolean;
  readonly onChoose: (audioTrack: AudioTrackChoice) => void;
}

/** Which of several sound tracks the voice is mixed with; nothing where there is but one. */
export function AudioTrackField({ plan, chosen, disabled, onChoose }: AudioTrackFieldProps) {
  const { tracks, used } = plan;
  const id = useId();
  if (tracks.length < 2) return null;
  return (
    <div className={classes.level}>
      <label htmlFor={id}>Original sound</label>
      <select
        id={id}
        className={classes.select}
        value={chosen ?? used[0]?.number}
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => onChoose(value === 'all' ? value : Number(value))}
      >
        {tracks.map(({ number, name, isReadable }) => (
          <option key={number} value={number} disabled={!isReadable}>
            Track {name}
            {!isReadable && ' (cannot be decoded here)'}
          </option>
        ))}
        {tracks.filter(({ isReadable }) => isReadable).length > 1 && (
          <option value="all">All tracks, mixed</option>
        )}
      </select>
    </div>
  );
}

/** What can be chosen for the sound, as it is said to a person. */
export const soundWords: Readonly<Record<SoundChoice, { readonly label: string; readonly detail: string }>> =
  {
    mixed: {
      label: 'Voice over the original',
      detail: 'The film’s own sound becomes softer while the voice speaks.',
    },
    second: {
      label: 'Two sounds to choose from',
      detail:
        'The film’s own sound stays untouched; the narration is a track of its own, which players let you choose.',
    },
    voice: { label: 'The voice alone', detail: 'The film’s own sound is left out.' },
  };

/** A level in words and a figure: "as it is", "much softer (12 dB)", "a little louder (3 dB)". */
export function describeLevel(db: number): string {
  if (db === 0) return 'as it is';
  return `${nameStep(Math.abs(db))}${db < 0 ? 'softer' : 'louder'} (${Math.abs(db)} dB)`;
}

/** A loudness as it is measured: "−16 LUFS". */
export function describeLoudness(lufs: number): string {
  return `${lufs < 0 ? '−' : ''}${Math.abs(lufs)} LUFS`;
}

/** As people hear it: 10 dB are about twice as loud. */
function nameStep(db: number): string {
  if (db <= 3) return 'a little ';
  if (db < 10) return '';
  return db < 20 ? 'much ' : 'very much ';
}
