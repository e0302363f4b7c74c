import { useId } from 'react';
import type { SoundChoice } from '#media/mix/mix-settings.ts';
import type { VideoPlan } from '#media/mix/plan-narrated-video.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import { t } from '#shared/messages/message.ts';
import { videoExportMessages } from '#shared/messages/video-export.ts';
import classes from './video-panel.module.css';

interface SoundChoicesProps {
  readonly choices: readonly SoundChoice[];
  readonly chosen: SoundChoice;
  readonly disabled: boolean;
  readonly onChoose: (sound: SoundChoice) => void;
}

/** The sound of the video; nothing where only one is possible. */
export function SoundChoices({ choices, chosen, disabled, onChoose }: SoundChoicesProps) {
  const group = useId();
  if (choices.length === 1) return null;
  return (
    <fieldset className={classes.choices} disabled={disabled}>
      <legend>{t(videoExportMessages.sound)}</legend>
      {choices.map(choice => (
        <label key={choice} className={classes.choice}>
          <input
            type="radio"
            name={group}
            checked={choice === chosen}
            onChange={() => onChoose(choice)}
            aria-labelledby={`${group}-${choice}`}
            aria-describedby={`${group}-${choice}-detail`}
          />
          <span id={`${group}-${choice}`}>{t(soundTexts[choice].label)}</span>
          <small id={`${group}-${choice}-detail`}>{t(soundTexts[choice].detail)}</small>
        </label>
      ))}
    </fieldset>
  );
}

interface AudioTrackFieldProps {
  readonly plan: Pick<VideoPlan, 'tracks' | 'used'>;
  /** Undefined until chosen: then it is what the plan says. */
  readonly chosen: AudioTrackChoice | undefined;
  readonly disabled: boolean;
  readonly onChoose: (audioTrack: AudioTrackChoice) => void;
}

/** The sound track that the voice is mixed with; nothing where there is only one. */
export function AudioTrackField({ plan, chosen, disabled, onChoose }: AudioTrackFieldProps) {
  const { tracks, used } = plan;
  const id = useId();
  if (tracks.length < 2) return null;
  return (
    <div className={classes.level}>
      <label htmlFor={id}>{t(videoExportMessages.originalSound)}</label>
      <select
        id={id}
        className={classes.select}
        value={chosen ?? used[0]?.number}
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => onChoose(value === 'all' ? value : Number(value))}
      >
        {tracks.map(({ number, name, isReadable }) => (
          <option key={number} value={number} disabled={!isReadable}>
            {t(isReadable ? videoExportMessages.track : videoExportMessages.unreadableTrack, { name })}
          </option>
        ))}
        {tracks.filter(({ isReadable }) => isReadable).length > 1 && (
          <option value="all">{t(videoExportMessages.allTracks)}</option>
        )}
      </select>
    </div>
  );
}

const soundTexts = {
  mixed: { label: videoExportMessages.mixed, detail: videoExportMessages.mixedDetail },
  second: { label: videoExportMessages.second, detail: videoExportMessages.secondDetail },
  voice: { label: videoExportMessages.voice, detail: videoExportMessages.voiceDetail },
} as const satisfies Readonly<Record<SoundChoice, object>>;

/** A level, such as "Unchanged", "Much quieter (12 dB)" or "Slightly louder (3 dB)". */
export function describeLevel(db: number): string {
  if (db === 0) return t(videoExportMessages.unchanged);
  return t(chooseStep(db), { db: Math.abs(db) });
}

/** As people hear it: 10 dB are about twice as loud. */
function chooseStep(db: number) {
  const { slightlyLouder, louder, slightlyQuieter, quieter, muchQuieter, farQuieter } = videoExportMessages;
  if (db > 0) return db <= 3 ? slightlyLouder : louder;
  if (db >= -3) return slightlyQuieter;
  if (db > -10) return quieter;
  return db > -20 ? muchQuieter : farQuieter;
}

/** A loudness as it is measured: "−16 LUFS". */
export function describeLoudness(lufs: number): string {
  return `${lufs < 0 ? '−' : ''}${Math.abs(lufs)} LUFS`;
}
