import type { InterleavedSound } from '../sound/channels.ts';
import type { Mp3Encoder } from './mp3-encoder.ts';

/**
 * Encodes sound as one mp3 of constant bit rate: speech in one channel with 64 kbit/s up to 22.05 kHz and 96 kbit/s above, two channels
 * with twice that. Sound of another sample rate than the first is resampled; two channels must have a rate of mp3.
 * @param sounds consecutive pieces; no output without input
 */
export async function* encodeMp3(
  sounds: AsyncIterable<InterleavedSound> | Iterable<InterleavedSound>,
): AsyncGenerator<Uint8Array> {
  let encoder: Mp3Encoder | undefined;
  try {
    for await (const { samples, sampleRateHz, channelCount = 1 } of sounds) {
      if (!encoder) {
        // Encoder and container take 25 MB of a server, so they are loaded with the first sound.
        const { startMp3Encoder } = await import('./mp3-encoder.ts');
        encoder = await startMp3Encoder(sampleRateHz, { channelCount });
        yield encoder.infoFrame;
      }
      // A second at a time, so that a long piece blocks neither the event loop nor the client.
      const second = sampleRateHz * channelCount;
      for (let start = 0; start < samples.length; start += second) {
        await encoder.add(samples.subarray(start, start + second), sampleRateHz);
        const encoded = encoder.takeEncoded();
        if (encoded.length > 0) yield encoded;
      }
    }
    if (encoder) yield await encoder.finish();
  } finally {
    await encoder?.close();
  }
}
