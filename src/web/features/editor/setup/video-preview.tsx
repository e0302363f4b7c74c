import { useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import { Captions } from '../playback/captions.tsx';
import { usePoster } from '../playback/use-poster.ts';
import { useEditorState } from '../store/use-editor.tsx';
import classes from './video-card.module.css';

/** Shows the chosen video from the person's own disk, as the player's controls play it. */
export function VideoPreview({ file }: { file: File }) {
  const player = useEditorState(state => state.player);
  const url = useObjectUrl(file);
  const poster = usePoster(url);
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
