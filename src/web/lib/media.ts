import { useEffect, useState } from 'react';

/** To be called within a click. */
export function chooseFiles(accept: string, take: (files: readonly File[]) => void, multiple = true): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept, multiple });
  input.addEventListener('change', () => take([...(input.files ?? [])]));
  input.click();
}

export function chooseFile(accept: string, take: (file: File) => void): void {
  chooseFiles(accept, ([file]) => file && take(file), false);
}

/** A player that was just removed may still fetch; the browser would report a revoked URL as an error. */
const graceMs = 10_000;

/** Revoked some time after it is no longer shown. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const created = URL.createObjectURL(blob);
    setUrl(created);
    return () => {
      setUrl(undefined);
      setTimeout(() => URL.revokeObjectURL(created), graceMs);
    };
  }, [blob]);
  return url;
}

export type Pausable = { pause(): void };

let playing: Pausable | undefined;

/** To be called by each player as it starts. */
export function pauseOthers(player: Pausable): void {
  if (playing === player) return;
  const before = playing;
  playing = player;
  before?.pause();
}
