export interface SoundCoderConfig {
  readonly codec: 'aac' | 'opus';
  readonly sampleRateHz: number;
  readonly channelCount: number;
  /** Where the coder is asked for a number of bits, and not for a quality. */
  readonly bitsPerSecond: number;
}

/** A coded piece of sound. */
export interface CodedSound {
  readonly data: Uint8Array<ArrayBuffer>;
  /** How many samples it stands for. */
  readonly samples: number;
}

/** Codes sound on the thread that it is made on. */
export interface SoundCoder {
  /** What a decoder must know. */
  readonly description: Uint8Array<ArrayBuffer>;
  /** @param channels equally long; what does not fill a frame waits for the next */
  add(channels: readonly Float32Array[]): CodedSound[];
  /** Gives the rest; silence fills the last frame. */
  finish(): CodedSound[];
  close(): void;
}

/** What a coder's thread is asked: sound to code, channels equally long, or to give the rest, after which it closes the coder. */
export type CoderQuestion =
  | { readonly channels: readonly Float32Array<ArrayBuffer>[] }
  | { readonly ends: true };

/** What it answers, a message for each question. */
export interface CoderAnswer {
  readonly pieces: readonly CodedSound[];
  readonly description: Uint8Array<ArrayBuffer>;
  /** The memory of the sound, given back: fresh memory for each piece would lie about until a heap is cleared. */
  readonly spent: readonly Float32Array<ArrayBuffer>[];
}

/** Answers what a coder's thread is asked, and says what memory goes with the answer. */
export function answerQuestion(coder: SoundCoder, question: CoderQuestion) {
  const ends = 'ends' in question;
  const pieces = ends ? coder.finish() : coder.add(question.channels);
  const spent = ends ? [] : question.channels;
  const answer: CoderAnswer = { pieces, description: coder.description, spent };
  if (ends) coder.close();
  const transferred = [...pieces.map(({ data }) => data), ...spent].map(({ buffer }) => buffer);
  return { answer, transferred, ends };
}

/**
 * Cuts sound that comes in pieces of any length into the frames that a coder takes.
 * @param codeFrame codes one frame of each channel, which is filled anew after it
 */
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
    /** Silence fills what is left of the last frame. */
    finish(): CodedSound[] {
      if (filled === 0) return [];
      for (const samples of frame) samples.fill(0, filled);
      filled = 0;
      return codeFrame(frame);
    },
  };
}
