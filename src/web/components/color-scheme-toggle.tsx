import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import classes from './icon-button.module.css';

/** Turns the house lights on or off; the system's own wish counts until somebody touches it. */
export function ColorSchemeToggle() {
  // To stop transitions Mantine would add an inline style sheet, which the page's security policy does not allow.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isMounted = useMounted();
  const computedScheme = useComputedColorScheme('light');
  // The page's HTML was made for everybody; which colours were chosen here is known afterwards.
  const scheme = isMounted ? computedScheme : 'light';
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={`Switch to ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="8" />
        <path d="M12 4a8 8 0 0 1 0 16Z" fill="currentcolor" />
      </svg>
    </button>
  );
}
