const bytesPerSample = 2;

/**
 * Converts signed 16-bit little-endian samples to mono from -1 to 1. Channels are mixed. An incomplete sample at the end is
 * dropped.
 */
export async function* readPcm(
  bytes: AsyncIterable<Uint8Array>,
  channels = 1,
): AsyncGenerator<Float32Array, void, undefined> {
  const blockBytes = bytesPerSample * channels;
  let open: Uint8Array = new Uint8Array();
  for await (const piece of bytes) {
    const all = open.length > 0 ? Buffer.concat([open, piece]) : piece;
    const wholeBytes = all.length - (all.length % blockBytes);
    open = all.slice(wholeBytes);
    if (wholeBytes > 0) yield toSamples(all.subarray(0, wholeBytes), channels);
  }
}

/** Mono samples of whole blocks. */
export function toSamples(bytes: Uint8Array, channels = 1): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(bytes.length / bytesPerSample / channels);
  for (let at = 0; at < samples.length; at += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1)
      sum += view.getInt16((at * channels + channel) * bytesPerSample, true);
    samples[at] = sum / channels / 2 ** 15;
  }
  return samples;
}
