import { useEffect, useState } from 'react';

/** To be called within a click. */
export function chooseFile(accept: string, take: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) take(file);
  });
  input.click();
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

export interface Pausable {
  pause(): void;
}

let playing: Pausable | undefined;

/** To be called by each player as it starts. */
export function pauseOthers(player: Pausable): void {
  if (playing === player) return;
  const before = playing;
  playing = player;
  before?.pause();
}
