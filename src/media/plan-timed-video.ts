import { chooseTimedMoments, countTimedMoments, type KeyFrameFacts } from './choose-timed-moments.ts';
import { startMsOf, toFileSeconds } from './find-key-frames.ts';
import type { OpenVideo } from './open-video.ts';
import type { PlannedPicture } from './plan-pictures.ts';
import { withCodedErrors } from './with-coded-errors.ts';

/** Key frames are asked for at so many places for each picture that is wanted: bounded work, however long the video is. */
const lookupsPerMoment = 4;

/**
 * Which pictures of a video are looked at for a narration that follows it. Reads the file's index, or little more where it has
 * none; decodes nothing.
 * @param most pictures altogether
 * @throws CodedError as `openVideo` does
 */
export function planTimedVideo(video: OpenVideo, most: number): Promise<PlannedPicture[]> {
  return withCodedErrors(async () => {
    const keyFrames = await listKeyFrames(video, countTimedMoments(video.durationMs, most) * lookupsPerMoment);
    return chooseTimedMoments(video.durationMs, keyFrames, most).map(({ momentMs, isKeyFrame }) => ({
      kind: isKeyFrame ? 'key' : 'exact',
      pictureMs: momentMs,
    }));
  });
}

/** The key frame that is on show at, or right before, each of some even places; each once. */
async function listKeyFrames(video: OpenVideo, lookups: number): Promise<KeyFrameFacts[]> {
  const found: KeyFrameFacts[] = [];
  for (let place = 1; place <= lookups; place++) {
    const ms = Math.floor((place * video.durationMs) / lookups) - 1;
    const packet = await video.packets.getKeyPacket(toFileSeconds(video, ms), { metadataOnly: true });
    if (!packet) continue;
    const startMs = startMsOf(video, packet);
    // In a damaged file a time may be found that was not asked for.
    if (startMs > (found.at(-1)?.startMs ?? -1) && startMs <= ms) found.push({ startMs, bytes: packet.byteLength });
  }
  return found;
}
