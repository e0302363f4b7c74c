import { openVideoBlob } from '#media/browser/open-video-blob.ts';
import { decodeVideoSound } from '#media/sound/decode-video-sound.ts';
import { createPeakCollector, type Loudness } from '#media/sound/peaks.ts';

// The media code: fetched with the first timeline, never with the page.

/** Of work at a time, so that the page stays responsive: half a frame. */
const workMs = 8;
const reportMs = 500;

/**
 * How loud a video's own sound is. Decodes it once, in pieces, and keeps nothing of it but a peak for each twentieth of a
 * second: half a megabyte for two hours. Where the video has no sound that can be decoded here, there are no peaks.
 * @param report receives what is known so far, now and then
 * @throws {CodedError} when the file cannot be read
 */
export async function readOriginalLoudness(
  file: Blob,
  signal: AbortSignal,
  report: (loudness: Loudness) => void,
): Promise<Loudness> {
  // It was taken already, whatever its length.
  const video = await openVideoBlob(file, { maxSeconds: Number.POSITIVE_INFINITY });
  try {
    const collector = createPeakCollector();
    let restedMs = performance.now();
    let reportedMs = restedMs;
    for await (const { startSeconds, samples, sampleRateHz } of decodeVideoSound(video, signal)) {
      collector.addSilenceUntil(startSeconds);
      collector.add(samples, sampleRateHz);
      const nowMs = performance.now();
      if (nowMs - restedMs < workMs) continue;
      await new Promise(resolve => setTimeout(resolve));
      restedMs = performance.now();
      if (restedMs - reportedMs < reportMs) continue;
      reportedMs = restedMs;
      report(collector.read(false));
    }
    return collector.read(true);
  } finally {
    video.close();
  }
}
