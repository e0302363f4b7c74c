import { openVideoBlob } from '#media/browser/open-video-blob.ts';
import type { SoundChoice } from '#media/mix-settings.ts';
import { planNarratedVideo, type VideoPlan } from '#media/plan-narrated-video.ts';
import { withWriteErrors } from '#media/with-write-errors.ts';
import type { PicturePause } from '#shared/script/picture-pauses.ts';

// The media code: fetched with the panel that asks for it.

/**
 * @param sound what is chosen; the first of what is possible when left out
 * @param pauses where the picture stands still
 * @throws {CodedError} when the file cannot be read any more
 */
export function planVideo(
  file: File,
  { sound, pauses }: { sound: SoundChoice | undefined; pauses: readonly PicturePause[] },
  signal: AbortSignal,
): Promise<VideoPlan> {
  return withWriteErrors(async () => {
    const video = await openVideoBlob(file, { maxSeconds: Number.POSITIVE_INFINITY });
    try {
      return await planNarratedVideo(video, sound, pauses);
    } finally {
      video.close();
    }
  }, signal);
}
