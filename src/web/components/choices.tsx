import { type ReactNode, useId } from 'react';
import classes from './choices.module.css';

interface Option {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly isOn: boolean;
  readonly choose: () => void;
}

interface RadioGroupProps {
  readonly legend: string;
  readonly className?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly options: readonly Option[];
}

/** Radio buttons; a detail describes its button and is no part of its name. */
export function RadioGroup({ legend, className = '', disabled, options }: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset className={`${classes.group} ${className}`} disabled={disabled}>
      <legend>{legend}</legend>
      {options.map(({ label, detail, isOn, choose }, index) => (
        <label key={label} className={classes.option}>
          <input
            type="radio"
            name={id}
            checked={isOn}
            aria-labelledby={`${id}-${index}`}
            aria-describedby={detail && `${id}-${index}-detail`}
            onChange={choose}
          />
          <span id={`${id}-${index}`}>{label}</span>
          {detail && <small id={`${id}-${index}-detail`}>{detail}</small>}
        </label>
      ))}
    </fieldset>
  );
}

interface CheckboxProps {
  readonly label: ReactNode;
  readonly detail?: string | undefined;
  readonly checked?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly onChange?: (checked: boolean) => void;
}

export function Checkbox({ label, detail, onChange, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <label className={classes.option}>
      <input
        type="checkbox"
        {...input}
        aria-labelledby={id}
        aria-describedby={detail && `${id}-detail`}
        onChange={event => onChange?.(event.currentTarget.checked)}
      />
      <span id={id}>{label}</span>
      {detail && <small id={`${id}-detail`}>{detail}</small>}
    </label>
  );
}
