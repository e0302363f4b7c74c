import type { ComponentProps, CSSProperties } from 'react';
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

/** The browser's own slider over a drawing, unseen: pointer, touch and keyboard come with it. */
export function UnseenSlider({ className = '', ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...props} type="range" className={`${classes.unseen} ${className}`} />;
}
