import { useEffect, useState } from 'react';

/** A player that was just removed may still fetch; the browser would report a revoked URL as an error. */
const graceMs = 10_000;

/** An object URL of a blob, revoked some time after it is no longer shown. */
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
