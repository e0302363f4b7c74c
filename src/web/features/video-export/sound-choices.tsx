import { useId } from 'react';
import type { SoundChoice } from '#media/mix-settings.ts';
import { soundWords } from './sound-words.ts';
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
