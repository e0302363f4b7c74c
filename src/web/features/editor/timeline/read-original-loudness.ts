import { anyLength, withVideo } from '#media/browser/open-video-blob.ts';
import { decodeVideoSound } from '#media/sound/decode-video-sound.ts';
import { createPeakCollector, type Loudness } from '#media/sound/peaks.ts';
import { createRests } from '../jobs/listen-for-gaps.ts';

// The media code: fetched with the first timeline, never with the page.

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
  return await withVideo(file, anyLength, async video => {
    const collector = createPeakCollector();
    const rest = createRests();
    let reportedMs = performance.now();
    for await (const { startSeconds, samples, sampleRateHz } of decodeVideoSound(video, signal)) {
      collector.addSilenceUntil(startSeconds);
      collector.add(samples, sampleRateHz);
      await rest();
      if (performance.now() - reportedMs < reportMs) continue;
      reportedMs = performance.now();
      report(collector.read(false));
    }
    return collector.read(true);
  });
}
