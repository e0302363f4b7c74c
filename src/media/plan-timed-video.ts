import { chooseTimedMoments, countTimedMoments, type KeyFrameFacts } from './choose-timed-moments.ts';
import { startMsOf, toFileSeconds } from './find-key-frames.ts';
import type { OpenVideo } from './open-video.ts';
import type { PlannedPicture } from './plan-pictures.ts';
import { withCodedErrors } from './with-coded-errors.ts';

/** Key frames are asked for at so many places for each picture that is wanted: bounded work, however long the video is. */
const lookupsPerMoment = 4;
/**
 * Nothing more is asked for after so long: in a container without an index (MPEG-TS) each answer takes megabytes of reading.
 * What was found until then is spread over the whole video.
 */
const patienceMs = 1000;

/**
 * Which pictures of a video are looked at for a narration that follows it. Reads the file's index, or little more where it has
 * none; decodes nothing.
 * @param most pictures altogether
 * @throws CodedError as `openVideo` does
 */
export function planTimedVideo(
  video: OpenVideo,
  most: number,
  readClockMs = () => performance.now(),
): Promise<PlannedPicture[]> {
  return withCodedErrors(async () => {
    const lookups = countTimedMoments(video.durationMs, most) * lookupsPerMoment;
    const keyFrames = await listKeyFrames(video, lookups, readClockMs);
    return chooseTimedMoments(video.durationMs, keyFrames, most).map(({ momentMs, isKeyFrame }) => ({
      kind: isKeyFrame ? 'key' : 'exact',
      pictureMs: momentMs,
    }));
  });
}

/** The key frame that is on show at, or right before, each of some even places; each once, in order. */
async function listKeyFrames(
  video: OpenVideo,
  lookups: number,
  readClockMs: () => number,
): Promise<KeyFrameFacts[]> {
  const found = new Map<number, KeyFrameFacts>();
  const endMs = readClockMs() + patienceMs;
  for (const place of coarseToFine(lookups)) {
    if (readClockMs() >= endMs) break;
    const ms = Math.floor(((place + 1) * video.durationMs) / lookups) - 1;
    const packet = await video.packets.getKeyPacket(toFileSeconds(video, ms), { metadataOnly: true });
    if (!packet) continue;
    const startMs = startMsOf(video, packet);
    // In a damaged file a time may be found that was not asked for.
    if (startMs >= 0 && startMs <= ms) found.set(startMs, { startMs, bytes: packet.byteLength });
  }
  return [...found.values()].toSorted((one, other) => one.startMs - other.startMs);
}

/** The numbers below `count`, each once: the middle, then the middles of its sides, and so on. */
function* coarseToFine(count: number): Generator<number> {
  const ranges: [from: number, until: number][] = [[0, count]];
  for (const [from, until] of ranges) {
    if (from === until) continue;
    const middle = Math.floor((from + until) / 2);
    yield middle;
    ranges.push([from, middle], [middle + 1, until]);
  }
}
