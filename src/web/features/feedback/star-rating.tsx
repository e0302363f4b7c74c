import { createTheme, MantineProvider, Rating } from '@mantine/core';
import '@mantine/core/styles/Rating.layer.css';
import { mostStars } from '#shared/limits.ts';
import classes from './feedback-form.module.css';

interface StarRatingProps {
  /** 0 for none. */
  readonly value: number;
  readonly onChange: (stars: number) => void;
}

const theme = createTheme({ respectReducedMotion: true });

/**
 * Stars to be given, by Mantine, which comes with them. Without its variables and classes it needs no inline style sheet,
 * which the page's security policy would have to allow. The colours of the page are none of its business.
 */
export function StarRating({ value, onChange }: StarRatingProps) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      getRootElement={() => undefined}
    >
      <Rating
        name="rating"
        value={value}
        onChange={onChange}
        count={mostStars}
        size={28}
        color="var(--accent-fill)"
        classNames={{ starSymbol: classes.star }}
        getSymbolLabel={stars => `${stars} of ${mostStars}`}
      />
    </MantineProvider>
  );
}
