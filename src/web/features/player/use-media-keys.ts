import { useEffect } from 'react';
import type { Preview } from './use-preview.ts';
import { usePlaybackTime } from './use-preview.ts';

const actions = ['play', 'pause', 'stop', 'seekto', 'seekbackward', 'seekforward'] as const;
const usualStepSeconds = 10;

/** Keys of a keyboard or a headset play, pause and move the film, and the system shows what it is called. */
export function useMediaKeys(preview: Preview): void {
  const { playback, title } = preview;
  const { isPlaying } = usePlaybackTime(preview);
  useEffect(() => {
    // Whoever sounded last has the keys: the film takes them when it begins.
    if (!isPlaying || !('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({ title: title ?? 'Narration' });
    const act = ({ action, seekTime, seekOffset = usualStepSeconds }: MediaSessionActionDetails) => {
      const { atSeconds } = playback.getPlaybackTime();
      if (action === 'play') playback.play();
      else if (action === 'pause' || action === 'stop') playback.pause();
      else if (action === 'seekto') playback.seek(seekTime ?? atSeconds);
      else playback.seek(atSeconds + (action === 'seekforward' ? seekOffset : -seekOffset));
    };
    for (const action of actions) setHandler(session, action, act);
  }, [playback, title, isPlaying]);
  useEffect(
    () => () => {
      if (!('mediaSession' in navigator)) return;
      navigator.mediaSession.metadata = null;
      for (const action of actions) setHandler(navigator.mediaSession, action, null);
    },
    [],
  );
}

function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // A browser that does not know this key.
  }
}
