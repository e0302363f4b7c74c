type Place = 'localStorage' | 'sessionStorage';

/** Undefined where there is nothing, and where the browser keeps nothing: private windows, strict settings. */
export function readItem(key: string, place: Place = 'localStorage'): string | undefined {
  try {
    return window[place].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Where the browser keeps nothing, or its storage is full, it holds until the page is left. */
export function keepItem(key: string, value: string, place: Place = 'localStorage'): void {
  try {
    window[place].setItem(key, value);
  } catch {
    // Private window, strict settings, or full.
  }
}

export function forgetItem(key: string, place: Place = 'localStorage'): void {
  try {
    window[place].removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
