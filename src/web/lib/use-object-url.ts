import { useEffect, useState } from 'react';

/**
 * A player that has just been taken away may still be about to fetch; the browser would report an address that is gone as a
 * failure of the page.
 */
const graceMs = 10_000;

/** An address under which the browser shows or plays a blob; given back to the browser some time after it is no longer shown. */
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
