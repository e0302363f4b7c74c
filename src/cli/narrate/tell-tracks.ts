import { pickTracks, type SoundTrack } from '#media/sound/choose-sounds.ts';
import { tell } from './tell.ts';

/** Says which sound tracks of a video are used, where it has several. */
export function tellTracks({
  tracks,
  used,
}: {
  readonly tracks: readonly SoundTrack[];
  readonly used: readonly { readonly number: number }[];
}): void {
  if (tracks.length < 2 || used.length === 0) return;
  const names = pickTracks(tracks, used).map(({ name }) => name);
  tell(
    `The video has ${tracks.length} audio tracks; using ${new Intl.ListFormat('en').format(names)}. To change that, set --audio-track to a number from 1 to ${tracks.length}, or to all.`,
  );
}
