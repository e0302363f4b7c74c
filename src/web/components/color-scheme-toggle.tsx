import { useColorScheme } from '../lib/use-color-scheme.ts';
import classes from './icon-button.module.css';

/** Turns the house lights on or off; the system's own wish counts until somebody touches it. */
export function ColorSchemeToggle() {
  const [scheme, choose] = useColorScheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={`Switch to ${other} colours`}
      onClick={() => choose(other)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="8" />
        <path d="M12 4a8 8 0 0 1 0 16Z" fill="currentcolor" />
      </svg>
    </button>
  );
}
