import type { ComponentProps, CSSProperties } from 'react';
import classes from './slider.module.css';

interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'style'> {
  readonly min: number;
  readonly max: number;
  readonly value: number;
}

/** The browser's slider with the page's colours: its default track would be a cold white. */
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
