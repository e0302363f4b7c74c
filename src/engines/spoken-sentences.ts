import { CodedError } from '#shared/errors.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { SpokenSound } from '#shared/speech.ts';

export interface SpokenSentence {
  readonly text: string;
  /** Before it, unless it is the first that is heard. */
  readonly pauseSeconds: number;
  /** None where nothing can be heard. */
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

/**
 * The sound of sentences with the pauses between them, once the first can be heard. Stopping early ends the generator of the rest.
 * @returns with `cues`, which get what is said where, each before its samples
 * @throws CodedError `unspeakable_script` if nothing can be heard
 */
export async function joinSentences(
  spoken: AsyncGenerator<SpokenSentence, void>,
): Promise<Extract<SpokenSound, { format: 'pcm' }>> {
  for (let next = await spoken.next(); !next.done; next = await spoken.next()) {
    if (next.value.samples.length === 0) continue;
    const { sampleRateHz } = next.value;
    const cues: SpokenCue[] = [];
    return { format: 'pcm', sampleRateHz, samples: streamSamples(next.value, spoken, cues), cues };
  }
  throw new CodedError('unspeakable_script');
}

async function* streamSamples(
  first: SpokenSentence,
  rest: AsyncGenerator<SpokenSentence, void>,
  cues: SpokenCue[],
): AsyncGenerator<Float32Array, void, undefined> {
  const { sampleRateHz } = first;
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
    await rest.return();
  }
}
