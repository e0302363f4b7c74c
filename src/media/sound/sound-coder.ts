export interface SoundCoderConfig {
  readonly codec: 'aac' | 'opus';
  readonly sampleRateHz: number;
  readonly channelCount: number;
  /** Used unless the encoder works by quality. */
  readonly bitsPerSecond: number;
}

export type CodedSound = { readonly data: Uint8Array<ArrayBuffer>; readonly samples: number };

export interface SoundCoder {
  readonly description: Uint8Array<ArrayBuffer>;
  /** @param channels of equal length; samples that do not fill a frame wait for the next call */
  add(channels: readonly Float32Array[]): CodedSound[];
  /** Returns the rest; silence fills the last frame. */
  finish(): CodedSound[];
  close(): void;
}

/** A request to an encoder's worker: encode sound (channels of equal length), or return the rest and close. */
export type CoderRequest =
  | { readonly channels: readonly Float32Array<ArrayBuffer>[] }
  | { readonly ends: true };

/** One response per request. */
export interface CoderResponse {
  readonly pieces: readonly CodedSound[];
  readonly description: Uint8Array<ArrayBuffer>;
  /** Buffers of the sound, returned for reuse: new ones for each piece would accumulate until garbage collection. */
  readonly spent: readonly Float32Array<ArrayBuffer>[];
}

/** Answers a request; returns the buffers to transfer with the response. */
export function handleRequest(coder: SoundCoder, question: CoderRequest) {
  const ends = 'ends' in question;
  const pieces = ends ? coder.finish() : coder.add(question.channels);
  const spent = ends ? [] : question.channels;
  const answer: CoderResponse = { pieces, description: coder.description, spent };
  if (ends) coder.close();
  const transferred = [...pieces.map(({ data }) => data), ...spent].map(({ buffer }) => buffer);
  return { answer, transferred, ends };
}

/** Cuts sound of any piece length into frames. @param codeFrame encodes one frame of each channel; its buffers are reused */
export function cutFrames(
  { frameSize, channelCount }: { readonly frameSize: number; readonly channelCount: number },
  codeFrame: (channels: readonly Float32Array[]) => CodedSound[],
) {
  const frame = Array.from({ length: channelCount }, () => new Float32Array(frameSize));
  let filled = 0;
  return {
    add(channels: readonly Float32Array[]): CodedSound[] {
      const length = channels[0]?.length ?? 0;
      const pieces: CodedSound[] = [];
      for (let from = 0; from < length; ) {
        const count = Math.min(frameSize - filled, length - from);
        for (const [index, samples] of channels.entries())
          frame[index]?.set(samples.subarray(from, from + count), filled);
        filled += count;
        from += count;
        if (filled < frameSize) break;
        filled = 0;
        pieces.push(...codeFrame(frame));
      }
      return pieces;
    },
    finish(): CodedSound[] {
      if (filled === 0) return [];
      for (const samples of frame) samples.fill(0, filled);
      filled = 0;
      return codeFrame(frame);
    },
  };
}
