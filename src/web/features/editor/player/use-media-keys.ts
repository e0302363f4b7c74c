import { useEffect } from 'react';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import type { Player } from '../model/player.ts';
import { useIsPlaying } from './use-playback-time.ts';

const actions = ['play', 'pause', 'stop', 'seekto', 'seekbackward', 'seekforward'] as const;
const usualStepSeconds = 10;

/**
 * Media keys of a keyboard or headset control the player, and the system shows its title.
 * @param title of the video; undefined without one
 */
export function useMediaKeys(player: Player, title: string | undefined): void {
  const isPlaying = useIsPlaying(player);
  useEffect(() => {
    // The last one that played has the keys.
    if (!isPlaying || !('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({ title: title ?? t(playerMessages.narration) });
    const act = ({ action, seekTime, seekOffset = usualStepSeconds }: MediaSessionActionDetails) => {
      const { atSeconds } = player.getPlaybackTime();
      if (action === 'play') player.play();
      else if (action === 'pause' || action === 'stop') player.pause();
      else if (action === 'seekto') player.seek(seekTime ?? atSeconds);
      else player.seek(atSeconds + (action === 'seekforward' ? seekOffset : -seekOffset));
    };
    for (const action of actions) setHandler(session, action, act);
  }, [player, title, isPlaying]);
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
