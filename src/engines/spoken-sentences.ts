import { CodedError } from '#shared/errors.ts';
import type { SpokenCue } from '#shared/script/cues.ts';

export interface SpokenSentence {
  readonly text: string;
  /** Before it, unless it is the first that is heard. */
  readonly pauseSeconds: number;
  /** None where nothing can be heard. */
  readonly samples: Float32Array;
}

/** @throws CodedError `unspeakable_script` if nothing can be heard */
export async function findAudible<Sentence extends SpokenSentence>(
  spoken: AsyncGenerator<Sentence>,
): Promise<Sentence> {
  for (let next = await spoken.next(); !next.done; next = await spoken.next())
    if (next.value.samples.length > 0) return next.value;
  throw new CodedError('unspeakable_script');
}

/**
 * The sound of sentences with the pauses between them. Stopping early ends the generator of the rest.
 * @param cues gets what is said where, each before its samples
 */
export async function* streamSamples(
  first: SpokenSentence,
  rest: AsyncGenerator<SpokenSentence>,
  { sampleRateHz, cues }: { readonly sampleRateHz: number; readonly cues: SpokenCue[] },
): AsyncGenerator<Float32Array, void, undefined> {
  let count = 0;
  const note = ({ text, samples }: SpokenSentence) => {
    const startSeconds = count / sampleRateHz;
    count += samples.length;
    cues.push({ text, startSeconds, endSeconds: count / sampleRateHz });
    return samples;
  };
  try {
    yield note(first);
    for await (const next of rest) {
      if (next.samples.length === 0) continue;
      const silence = new Float32Array(Math.round(next.pauseSeconds * sampleRateHz));
      count += silence.length;
      yield silence;
      yield note(next);
    }
  } finally {
    await rest.return(undefined);
  }
}
