import { useId } from 'react';
import classes from './switch.module.css';

interface SwitchProps {
  readonly label: string;
  /** What it does, a sentence. */
  readonly description: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A choice that is on or off. */
export function Switch({ label, description, isOn, disabled, onChange }: SwitchProps) {
  const id = useId();
  const descriptionId = useId();
  return (
    <div className={classes.row}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={classes.switch}
        checked={isOn}
        aria-checked={isOn}
        disabled={disabled}
        aria-describedby={descriptionId}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <p id={descriptionId} className={classes.description}>
        {description}
      </p>
    </div>
  );
}
