import { mostStars } from '#shared/limits.ts';
import classes from './feedback-form.module.css';

interface StarRatingProps {
  /** 0 for none. */
  readonly value: number;
  readonly onChange: (stars: number) => void;
}

/** Stars to give: radio buttons of the browser, drawn as stars. */
export function StarRating({ value, onChange }: StarRatingProps) {
  return (
    <div className={classes.stars}>
      {Array.from({ length: mostStars }, (_, index) => index + 1).map(stars => (
        <label key={stars} className={classes.star}>
          <input
            type="radio"
            name="rating"
            value={stars}
            aria-label={`${stars} of ${mostStars}`}
            checked={stars === value}
            onChange={() => onChange(stars)}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true" data-filled={stars <= value || undefined}>
            <path d="m12 2.500 2.900 6.100 6.700.900-4.900 4.600 1.200 6.600-5.900-3.200-5.900 3.200 1.200-6.600-4.900-4.600 6.700-.900Z" />
          </svg>
        </label>
      ))}
    </div>
  );
}
