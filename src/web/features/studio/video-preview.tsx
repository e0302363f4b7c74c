import { useState } from 'react';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import type { Preview } from '../player/public.ts';
import { usePoster } from '../player/public.ts';
import classes from './video-player.module.css';

/** Shows the chosen video from the person's own disk, as the film's controls play it. */
export function VideoPreview({ file, preview }: { file: File; preview: Preview }) {
  const { playback } = preview;
  const url = useObjectUrl(file);
  const poster = usePoster(url);
  const [unplayable, setUnplayable] = useState<string>();
  if (url && unplayable === url)
    return (
      <p className={classes.unplayable}>This browser cannot play this video, but it can still be narrated.</p>
    );
  return (
    // biome-ignore lint/a11y/useMediaCaption: it is the person's own video, which has no captions that we know of
    <video
      ref={playback.attachVideo}
      className={classes.video}
      aria-label={`Preview of ${file.name}`}
      src={url}
      poster={poster}
      playsInline
      preload="metadata"
      onClick={playback.toggle}
      onError={() => setUnplayable(url)}
      onLoadedMetadata={event => {
        // Chromium plays the sound of a video whose pictures it cannot decode, on a black screen.
        if (event.currentTarget.videoWidth === 0) setUnplayable(url);
      }}
    />
  );
}
