import type { ComponentProps, CSSProperties } from 'react';
import classes from './slider.module.css';

interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'style'> {
  readonly min: number;
  readonly max: number;
  readonly value: number;
}

/** The browser's own slider in the page's colours: its empty part would be of a cold white on the paper. */
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
