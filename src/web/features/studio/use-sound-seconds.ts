import { useEffect, useState } from 'react';

/** How long a recording is, in seconds; undefined until the browser has measured it. */
export function useSoundSeconds(audio: Blob | undefined): number | undefined {
  const [measured, setMeasured] = useState<{ readonly audio: Blob; readonly seconds: number }>();
  useEffect(() => {
    if (!audio) return;
    const url = URL.createObjectURL(audio);
    const element = new Audio();
    element.preload = 'metadata';
    element.onloadedmetadata = () => {
      const { duration } = element;
      if (Number.isFinite(duration) && duration > 0) setMeasured({ audio, seconds: duration });
    };
    element.src = url;
    return () => {
      element.onloadedmetadata = null;
      element.removeAttribute('src');
      URL.revokeObjectURL(url);
    };
  }, [audio]);
  return measured?.audio === audio ? measured?.seconds : undefined;
}
