import type { OpenVideo } from '../container/open-video.ts';
import { computeDifference, type Sketch, type SketchJpeg } from './pictures.ts';
import type { PlannedPicture } from './plan-pictures.ts';
import { planTimedVideo } from './plan-timed-video.ts';
import { decodeFrames, type EncodeJpeg, planSampling } from './sample-frames.ts';

/** Sketches before and after a cut differ by at least this on average, of 255; in a steady shot by up to 14. Our measurement. */
const cutDifference = 20;
/** A shorter scene has no time for a line. */
const leastSceneMs = 2000;
/** A longer one gets several lines. */
const longestSceneMs = 20_000;
/** A cut is found to within this. */
const exactMs = 150;

export interface SceneTools {
  readonly encodeJpeg: EncodeJpeg;
  readonly sketchJpeg: SketchJpeg;
  /** Pictures looked at, besides those that locate a cut. */
  readonly most: number;
  readonly signal: AbortSignal;
}

interface Look {
  readonly ms: number;
  readonly sketch: Sketch;
}

/**
 * Starts of a video's scenes in seconds, in order, the first at 0. Looks at a few pictures and, where two differ like two shots, at
 * some between them. A long scene is divided evenly.
 * @throws CodedError as `sampleFrames`
 */
export async function findScenes(video: OpenVideo, tools: SceneTools): Promise<number[]> {
  const looks = await lookAt(video, await planTimedVideo(video, tools.most), tools);
  const starts = [0];
  for (const [at, look] of looks.entries()) {
    const before = looks[at - 1];
    if (!before || computeDifference(before.sketch, look.sketch) < cutDifference) continue;
    const startMs = await locateCut(video, [before, look], tools);
    const isApart = startMs - (starts.at(-1) ?? 0) >= leastSceneMs;
    if (isApart && video.durationMs - startMs >= leastSceneMs) starts.push(startMs);
  }
  return divideLong(starts, video.durationMs).map(ms => ms / 1000);
}

async function lookAt(
  video: OpenVideo,
  planned: readonly PlannedPicture[],
  { encodeJpeg, sketchJpeg, signal }: SceneTools,
): Promise<Look[]> {
  const looks: Look[] = [];
  for await (const { seconds, jpeg } of decodeFrames(await planSampling(video, planned), encodeJpeg, signal))
    looks.push({ ms: Math.round(seconds * 1000), sketch: await sketchJpeg(jpeg) });
  return looks;
}

/** Halves the time between two pictures until the first picture of the second shot is known. */
async function locateCut(
  video: OpenVideo,
  [before, after]: readonly [Look, Look],
  tools: SceneTools,
): Promise<number> {
  let [fromMs, untilMs] = [before.ms, after.ms];
  while (untilMs - fromMs > exactMs) {
    const pictureMs = Math.round((fromMs + untilMs) / 2);
    const [between] = await lookAt(video, [{ kind: 'exact', pictureMs }], tools);
    if (!between) break;
    const isAfter =
      computeDifference(after.sketch, between.sketch) < computeDifference(before.sketch, between.sketch);
    if (isAfter) untilMs = pictureMs;
    else fromMs = pictureMs;
  }
  return untilMs;
}

function divideLong(startsMs: readonly number[], durationMs: number): number[] {
  return startsMs.flatMap((startMs, at) => {
    const lengthMs = (startsMs[at + 1] ?? durationMs) - startMs;
    const parts = Math.ceil(lengthMs / longestSceneMs);
    return Array.from({ length: parts }, (_, part) => Math.round(startMs + (part * lengthMs) / parts));
  });
}
