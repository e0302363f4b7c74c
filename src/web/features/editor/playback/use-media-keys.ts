import { useEffect } from 'react';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import type { Preview } from './use-preview.ts';
import { usePlaybackTime } from './use-preview.ts';

const actions = ['play', 'pause', 'stop', 'seekto', 'seekbackward', 'seekforward'] as const;
const usualStepSeconds = 10;

/** Media keys of a keyboard or headset control the player, and the system shows its title. */
export function useMediaKeys(preview: Preview): void {
  const { playback, title } = preview;
  const { isPlaying } = usePlaybackTime(preview);
  useEffect(() => {
    // The last one that played has the keys.
    if (!isPlaying || !('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({ title: title ?? t(playerMessages.narration) });
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
