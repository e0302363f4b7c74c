/** How closely a picture is to be looked at: what a provider charges for it. */
export const pictureDetails = ['low', 'medium', 'high'] as const;

export type PictureDetail = (typeof pictureDetails)[number];

export interface Frame {
  /** Its time in seconds from the start. */
  readonly seconds: number;
  /** JPEG, upright, with square pixels. */
  readonly jpeg: Uint8Array<ArrayBuffer>;
  /** The moment whose movement it shows together with the pictures before and after it; its own time if undefined. */
  readonly momentSeconds?: number | undefined;
  /** High if undefined. */
  readonly detail?: PictureDetail | undefined;
}

/** The frames sampled from a video, in time order unless stated otherwise, and its duration. */
export type SampledFrames = { readonly frames: readonly Frame[]; readonly durationSeconds: number };

/** What is looked at together: a picture, or those before, at and after a movement. */
export interface Moment {
  readonly seconds: number;
  /** In time order. */
  readonly frames: readonly [Frame, ...Frame[]];
  /** The picture of the moment itself. */
  readonly middle: Frame;
}

const mostOfMoment = 3;

/** The moments of frames in time order. Frames that name a moment which has too many pictures are moments of their own. */
export function listMoments(frames: readonly Frame[]): Moment[] {
  const groups = Map.groupBy(frames, ({ momentSeconds, seconds }) => momentSeconds ?? seconds);
  const moments = [...groups].flatMap(([seconds, group]) => {
    const isOne =
      group.length <= mostOfMoment && group.some(({ momentSeconds }) => momentSeconds !== undefined);
    if (!isOne) return group.map(frame => toMoment(frame.seconds, [frame]));
    return [toMoment(seconds, group)];
  });
  return moments.sort((one, other) => one.seconds - other.seconds);
}

function toMoment(seconds: number, frames: readonly Frame[]): Moment {
  const distance = (frame: Frame) => Math.abs(frame.seconds - seconds);
  const [middle] = frames.toSorted((one, other) => distance(one) - distance(other));
  return { seconds, frames: frames as Moment['frames'], middle: middle as Frame };
}

/** What is taken from a video file. */
export interface TakenFrames extends SampledFrames {
  /** As `findTitle` reads it from the file's name and tags. */
  readonly title?: string | undefined;
}
