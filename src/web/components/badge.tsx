import classes from './badge.module.css';

/** The logo: 弁, the first character of "benshi". */
export function Badge({ className = '' }: { className?: string | undefined }) {
  return (
    <svg className={`${classes.badge} ${className}`} viewBox="0 0 48 48" aria-hidden="true">
      <rect className={classes.ground} x="2" y="2" width="44" height="44" rx="7" />
      <path
        className={classes.strokes}
        d="M24 8 13.5 19.5 33 18M29 13.5l6 6.5M9.5 28h29M18 21.5v9c0 4.5-2.2 7.5-7 9.5M31 21.500V40"
      />
    </svg>
  );
}
