import { useEffect, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { useObjectUrl } from '../../../lib/media.ts';
import { useEditorState } from '../model/use-editor.tsx';
import { Captions } from '../player/player-controls.tsx';
import { findPoster } from '../player/video-picture.ts';
import classes from './video-card.module.css';

export function VideoPreview({ file }: { file: File }) {
  const player = useEditorState(state => state.player);
  const url = useObjectUrl(file);
  const poster = usePoster(file);
  const [unplayable, setUnplayable] = useState<string>();
  if (url && unplayable === url)
    return <p className={classes.unplayable}>{t(spokenScriptMessages.unplayable)}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: it is the person's own video, which has no captions that we know of */}
      <video
        ref={player?.attachVideo}
        className={classes.video}
        aria-label={t(spokenScriptMessages.preview, { name: file.name })}
        src={url}
        poster={poster}
        playsInline
        preload="metadata"
        onClick={() => player?.toggle()}
        onError={() => setUnplayable(url)}
        onLoadedMetadata={event => {
          // Chromium plays the sound of a video whose pictures it cannot decode, on a black screen.
          if (event.currentTarget.videoWidth === 0) setUnplayable(url);
        }}
      />
      {player && <Captions player={player} />}
    </>
  );
}

/**
 * What a video shows before it plays: a picture that is not black.
 * @returns the address of a picture; undefined until one is found
 */
function usePoster(file: File): string | undefined {
  const [found, setFound] = useState<{ of: File; picture: Blob | undefined }>();
  useEffect(() => {
    const controller = new AbortController();
    void findPoster(file, controller.signal).then(picture => {
      if (!controller.signal.aborted) setFound({ of: file, picture });
    });
    return () => controller.abort();
  }, [file]);
  return useObjectUrl(found?.of === file ? found.picture : undefined);
}
