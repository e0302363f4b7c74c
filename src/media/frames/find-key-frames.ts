import type { EncodedPacket } from 'mediabunny';
import type { OpenVideo } from '../container/open-video.ts';
import { chooseCuePoints, keyFrameReach, type PlannedPicture, planPictures } from './plan-pictures.ts';

/** Plans the pictures of a video. Reads only the index, or little more where there is none; decodes nothing. */
export async function planVideo(video: OpenVideo): Promise<PlannedPicture[]> {
  const cuePoints = chooseCuePoints(video.durationMs);
  const stepMs = video.durationMs / cuePoints.length;
  const reachMs = Math.ceil(stepMs * keyFrameReach);
  const facts = [];
  for (const cuePointMs of cuePoints) {
    facts.push({ cuePointMs, nearestKeyMs: await findNearestKeyMs(video, cuePointMs, reachMs) });
  }
  return planPictures(facts, stepMs);
}

/** The file's time for a picture that starts at, or is shown at, a millisecond of the video. */
export function toFileSeconds(video: OpenVideo, ms: number): number {
  // Half a millisecond later, so that a start rounded to this millisecond is found.
  return video.startSeconds + (ms + 0.499) / 1000;
}

/** Start of a packet's picture in whole milliseconds from the video's start. */
export function startMsOf(video: OpenVideo, packet: EncodedPacket): number {
  return Math.round((packet.timestamp - video.startSeconds) * 1000);
}

/** The nearest key frame less than `reachMs` away; the earlier on a tie. */
async function findNearestKeyMs(
  video: OpenVideo,
  cuePointMs: number,
  reachMs: number,
): Promise<number | undefined> {
  const beforeMs = await findKeyMsUpTo(video, cuePointMs);
  const gapMs = cuePointMs - beforeMs;
  const afterMs = await findFirstKeyMsBetween(video, cuePointMs, cuePointMs + Math.min(reachMs, gapMs) - 1);
  return afterMs ?? (gapMs < reachMs && beforeMs >= 0 ? beforeMs : undefined);
}

/**
 * The first key frame after `lowMs` up to `highMs`. Bisects instead of walking: with a coarse index each step of a walk reads
 * megabytes.
 */
async function findFirstKeyMsBetween(
  video: OpenVideo,
  lowMs: number,
  highMs: number,
): Promise<number | undefined> {
  if (highMs <= lowMs) return undefined;
  let foundMs = await findKeyMsUpTo(video, highMs);
  if (foundMs <= lowMs) return undefined;
  let emptyUpToMs = lowMs;
  while (foundMs - emptyUpToMs > 1) {
    const middleMs = Math.floor((emptyUpToMs + foundMs) / 2);
    const earlierMs = await findKeyMsUpTo(video, middleMs);
    if (earlierMs > lowMs && earlierMs <= middleMs) {
      foundMs = earlierMs;
      continue;
    }
    emptyUpToMs = middleMs;
    const lastMs = await findKeyMsUpTo(video, foundMs - 1);
    // A damaged file may return other times than requested; following them might never end.
    if (lastMs <= lowMs || lastMs >= foundMs) break;
    foundMs = lastMs;
  }
  return foundMs;
}

async function findKeyMsUpTo(video: OpenVideo, ms: number): Promise<number> {
  const packet = await video.packets.getKeyPacket(toFileSeconds(video, ms), { metadataOnly: true });
  return packet ? startMsOf(video, packet) : Number.NEGATIVE_INFINITY;
}
