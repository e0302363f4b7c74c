import type { InputAudioTrack } from 'mediabunny';
import { readRoles } from './choose-subtitle-track.ts';
import type { OpenVideo } from './open-video.ts';

/** The sounds of a film, those to be heard first at the front, and those that talk about it: comments, and descriptions. */
export async function orderSounds(tracks: readonly InputAudioTrack[], roles: OpenVideo['soundRoles']) {
  const judged = await Promise.all(
    tracks.map(async track => {
      const { default: isDefault, original, commentary, visuallyImpaired } = await track.getDisposition();
      const { isCommentary, isDescription } =
        roles?.get(track.id) ?? readRoles((await track.getName()) ?? '');
      const isAside = commentary || visuallyImpaired || isCommentary || isDescription;
      return { track, isAside, rank: (isDefault ? 2 : 0) + (original ? 1 : 0) };
    }),
  );
  const inOrder = judged.sort((one, other) => other.rank - one.rank);
  const list = (isAside: boolean) => inOrder.filter(each => each.isAside === isAside).map(each => each.track);
  return { main: list(false), asides: list(true) };
}
