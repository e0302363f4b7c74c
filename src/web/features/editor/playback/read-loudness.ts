import { createPeakCollector, type Loudness } from '#media/sound/peaks.ts';
import { decodeYielding } from './decode-yielding.ts';

// The decoder of mp3: fetched with the first recording, never with the page.

const reportMs = 250;

/**
 * Decodes a recording once, in pieces, for its drawing and its true length.
 * @param report receives what is known so far, a few times a second
 * @throws {CodedError} `provider_garbage` when there is no sound in it
 */
export async function readLoudness(
  recording: Blob,
  signal: AbortSignal,
  report: (loudness: Loudness) => void,
): Promise<Loudness> {
  const collector = createPeakCollector();
  let reportedMs = performance.now();
  for await (const { samples, sampleRateHz } of decodeYielding(recording, signal)) {
    collector.add(samples, sampleRateHz);
    if (performance.now() - reportedMs < reportMs) continue;
    reportedMs = performance.now();
    report(collector.read(false));
  }
  return collector.read(true);
}
