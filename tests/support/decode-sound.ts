import { MPEGDecoder } from 'mpg123-decoder';
import { readCodingSilence } from '#media/mp3/info-frame.ts';
import { getId3Bytes } from '#shared/mp3-frames.ts';

/**
 * Decodes an mp3 as a player does, without the encoder delay.
 * @throws Error for a frame that cannot be decoded
 */
export async function decode(
  mp3: AsyncIterable<Uint8Array>,
): Promise<{ samples: Float32Array; sampleRateHz: number }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of mp3) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const { channelData, sampleRate, errors } = decoder.decode(bytes);
  decoder.free();
  if (errors.length > 0) throw new Error(`The mp3 has errors: ${JSON.stringify(errors)}`);
  const [samples = new Float32Array()] = channelData;
  const silence = readCodingSilence(dropTag(bytes));
  return { samples: samples.subarray(silence?.leadIn ?? 0), sampleRateHz: sampleRate };
}

/** The sound of an mp3, without its tag. */
export function dropTag(mp3: Buffer): Buffer {
  return mp3.subarray(getId3Bytes(mp3));
}
