import type { PlainSound } from '../sound/plain-sound.ts';
import type { Mp3Encoder } from './mp3-encoder.ts';

/**
 * Encodes speech as one mono mp3 of constant bit rate: 64 kbit/s up to 22.05 kHz, 96 kbit/s above. Sound of another sample rate
 * than the first is resampled.
 * @param sounds consecutive pieces; no output without input
 */
export async function* encodeMp3(
  sounds: AsyncIterable<PlainSound>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let encoder: Mp3Encoder | undefined;
  try {
    for await (const { samples, sampleRateHz } of sounds) {
      if (!encoder) {
        encoder = await startEncoder(sampleRateHz);
        yield encoder.infoFrame;
      }
      // A second at a time, so that a long piece blocks neither the event loop nor the client.
      for (let start = 0; start < samples.length; start += sampleRateHz) {
        await encoder.add(samples.subarray(start, start + sampleRateHz), sampleRateHz);
        const encoded = encoder.takeEncoded();
        if (encoded.length > 0) yield encoded;
      }
    }
    if (encoder) yield await encoder.finish();
  } finally {
    await encoder?.close();
  }
}

/** Encoder and container take 25 MB of a server, so they are loaded with the first sound. */
async function startEncoder(firstRateHz: number): Promise<Mp3Encoder> {
  const { startMp3Encoder } = await import('./mp3-encoder.ts');
  return await startMp3Encoder(firstRateHz);
}
