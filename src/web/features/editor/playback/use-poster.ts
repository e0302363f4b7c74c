import { useEffect, useState } from 'react';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import { findPoster } from './find-poster.ts';

/**
 * What a video shows before it plays: a picture that is not black.
 * @param url of the video
 * @returns the address of a picture; undefined until one is found
 */
export function usePoster(url: string | undefined): string | undefined {
  const [found, setFound] = useState<{ of: string; picture: Blob | undefined }>();
  useEffect(() => {
    if (!url) return;
    const controller = new AbortController();
    void findPoster(url, controller.signal).then(picture => {
      if (!controller.signal.aborted) setFound({ of: url, picture });
    });
    return () => controller.abort();
  }, [url]);
  return useObjectUrl(found?.of === url ? found?.picture : undefined);
}
