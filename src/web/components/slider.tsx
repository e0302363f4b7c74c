import { type ComponentProps, type CSSProperties, useId } from 'react';
import classes from './slider.module.css';

interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'style'> {
  readonly min: number;
  readonly max: number;
  readonly value: number;
}

/** In the page's colours: the browser's own track is a cold white. */
export function Slider({ className = '', ...props }: SliderProps) {
  const { min, max, value } = props;
  const share: Record<`--${string}`, string> = { '--share': `${(100 * (value - min)) / (max - min)}%` };
  return (
    <input
      {...props}
      type="range"
      className={`${classes.slider} ${className}`}
      style={share as CSSProperties}
    />
  );
}

export interface SliderFieldProps extends Omit<SliderProps, 'id' | 'onChange'> {
  readonly label: string;
  readonly text: string;
  readonly onChoose: (value: number) => void;
}

export function SliderField({ label, text, onChoose, ...props }: SliderFieldProps) {
  const id = useId();
  return (
    <div className={`row spread ${classes.field}`}>
      <label htmlFor={id}>{label}</label>
      <Slider
        {...props}
        id={id}
        aria-valuetext={text}
        // Steps add up to numbers such as 1.0500000000000003.
        onChange={({ currentTarget }) => onChoose(Math.round(Number(currentTarget.value) * 100) / 100)}
      />
      <output htmlFor={id} className="soft small">
        {text}
      </output>
    </div>
  );
}

/** The browser's own slider over a drawing, unseen: pointer, touch and keyboard come with it. */
export function UnseenSlider({ className = '', ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...props} type="range" className={`${classes.unseen} ${className}`} />;
}
