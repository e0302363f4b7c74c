import { useSyncExternalStore } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { keepItem, readItem } from '../lib/browser-storage.ts';
import classes from './icon-button.module.css';

/** Switches between light and dark. Until it is used, the system's setting applies. */
export function ColorSchemeToggle() {
  const [scheme, choose] = useColorScheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={t(other === 'dark' ? pageMessages.useDarkColours : pageMessages.useLightColours)}
      onClick={() => choose(other)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="8" />
        <path d="M12 4a8 8 0 0 1 0 16Z" fill="currentcolor" />
      </svg>
    </button>
  );
}

export type ColorScheme = 'light' | 'dark';

/** As read by public/before-first-sight.js; a legacy name. */
const storageKey = 'mantine-color-scheme-value';

const listeners = new Set<() => void>();

/** The colour scheme of the page, and a function to choose another. */
export function useColorScheme(): [scheme: ColorScheme, choose: (scheme: ColorScheme) => void] {
  // The prerendered HTML is light; only the browser knows the choice.
  return [useSyncExternalStore(listen, readShown, () => 'light'), choose];
}

function readShown(): ColorScheme {
  return document.documentElement.dataset.colorScheme === 'dark' ? 'dark' : 'light';
}

function choose(scheme: ColorScheme): void {
  keepItem(storageKey, scheme);
  show(scheme);
}

function show(scheme: ColorScheme): void {
  document.documentElement.dataset.colorScheme = scheme;
  for (const listener of listeners) listener();
}

/** Follows the system, and choices in other tabs. */
function listen(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const followSystem = () => {
    if (!readChosen()) show(system.matches ? 'dark' : 'light');
  };
  const followTab = ({ key }: StorageEvent) => {
    const chosen = key === storageKey ? readChosen() : undefined;
    if (chosen) show(chosen);
  };
  listeners.add(listener);
  system.addEventListener('change', followSystem);
  window.addEventListener('storage', followTab);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', followSystem);
    window.removeEventListener('storage', followTab);
  };
}

function readChosen(): ColorScheme | undefined {
  const chosen = readItem(storageKey);
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
}
