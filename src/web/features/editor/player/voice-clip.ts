import type { TimeSpan } from '#shared/script/gaps.ts';

/** A sound of the voice, decoded once, however often it is played or moved. */
export interface SoundSource {
  readonly mp3: Blob;
  /** The part that is heard, in seconds of the mp3 as players play it; undefined: all of it, without the silence of coding. */
  readonly fromSeconds?: number | undefined;
  readonly toSeconds?: number | undefined;
}

export interface VoiceClip {
  /** Stays the same while the clip is moved: the id of its line, or `sentence-N` of a continuous recording. */
  readonly id: string;
  /** In seconds of the finished preview, with the pauses of an extended description. */
  readonly startSeconds: number;
  readonly seconds: number;
  /** The length is divided by it, the pitch stays; 0.5 to 2. */
  readonly speed: number;
  readonly sound: SoundSource;
}

export function getEndSeconds({ startSeconds, seconds, speed }: VoiceClip): number {
  return startSeconds + seconds / speed;
}

export function toSpan(clip: VoiceClip): TimeSpan {
  return { startSeconds: clip.startSeconds, endSeconds: getEndSeconds(clip) };
}

/** How long a preview of these clips is, in seconds; undefined without any. */
export function computeClipsSeconds(clips: readonly VoiceClip[]): number | undefined {
  return clips.length === 0
    ? undefined
    : clips.reduce((last, clip) => Math.max(last, getEndSeconds(clip)), 0);
}

/** The clips that are heard within a part of the preview. */
export function listDue(
  clips: readonly VoiceClip[],
  fromSeconds: number,
  untilSeconds: number,
): readonly VoiceClip[] {
  return clips.filter(clip => clip.startSeconds < untilSeconds && getEndSeconds(clip) > fromSeconds);
}

/**
 * Where the words that are heard at a position are once clips have another tempo.
 * @returns undefined where the position stays
 */
export function findSameWords(
  before: readonly VoiceClip[],
  clips: readonly VoiceClip[],
  atSeconds: number,
): number | undefined {
  const [heard] = listDue(before, atSeconds, atSeconds + 0.001);
  const now = clips.find(({ id }) => id === heard?.id);
  if (!heard || !now || now.speed === heard.speed) return undefined;
  return now.startSeconds + ((atSeconds - heard.startSeconds) * heard.speed) / now.speed;
}

/**
 * What changes when other clips are to be heard than are scheduled: whatever is the same goes on without a gap.
 * @param scheduled by their ids
 */
export function compareSchedule(
  scheduled: ReadonlyMap<string, VoiceClip>,
  due: readonly VoiceClip[],
): { readonly stopped: readonly string[]; readonly started: readonly VoiceClip[] } {
  const wanted = new Map(due.map(clip => [clip.id, clip]));
  const isKept = (clip: VoiceClip | undefined, other: VoiceClip | undefined) =>
    clip !== undefined && other !== undefined && soundsSame(clip, other);
  return {
    stopped: [...scheduled.keys()].filter(id => !isKept(scheduled.get(id), wanted.get(id))),
    started: due.filter(clip => !isKept(scheduled.get(clip.id), clip)),
  };
}

function soundsSame(one: VoiceClip, other: VoiceClip): boolean {
  return (
    one.startSeconds === other.startSeconds &&
    one.speed === other.speed &&
    one.sound.mp3 === other.sound.mp3 &&
    one.sound.fromSeconds === other.sound.fromSeconds &&
    one.sound.toSeconds === other.sound.toSeconds
  );
}
