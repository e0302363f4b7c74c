import type { Part } from '@google/genai';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import type { Usage } from '../ports.ts';
import { callModel, type ModelCall } from './call-model.ts';
import type { Connection } from './connect.ts';
import { SoundReader, sampleRateHz } from './read-sound.ts';
import type { Ending, TokenCounts } from './read-turn.ts';

export interface SpeechCall extends Omit<ModelCall, 'parts' | 'countUsage'> {
  readonly part: Part;
  /** Of the text before cleaning. */
  readonly characters: number;
  /** Receives those of the vendor. */
  readonly manifests: Uint8Array[];
}

/**
 * Longest plausible speech: Chinese, the slowest language, has four characters a second, a slow voice half of that. Longer means a
 * repeated text or an instruction read aloud.
 */
function getMaxSeconds(characters: number): number {
  return 20 + characters / 2;
}

/** Shortest plausible speech: Thai, the fastest, has ten characters a second. */
function getMinSeconds(characters: number): number {
  return characters / 60;
}

/** Samples below this count as silence. */
const silence = 0.001;

/**
 * Passes on the sound of one response as it arrives.
 * @returns nothing if the response had no sound
 * @throws CodedError `provider_garbage` for sound that is cut, silent, too short or too long; and as `callModel`
 */
export async function* passSound(connection: Connection, call: SpeechCall): AsyncGenerator<Float32Array> {
  const { part, characters, manifests, ...rest } = call;
  const reader = new SoundReader(manifests);
  let seconds = 0;
  let peak = 0;
  let ending: Ending | undefined;
  const countUsage = (counts: TokenCounts | undefined): Partial<Usage> => ({
    textTokensIn: counts?.promptTokenCount ?? undefined,
    soundTokensOut: counts?.candidatesTokenCount ?? undefined,
    characters,
    soundSeconds: seconds,
  });
  for await (const turn of callModel(connection, { ...rest, parts: [part], countUsage })) {
    ending = turn.ending ?? ending;
    for (const sound of turn.sounds) {
      const samples = reader.read(sound);
      if (samples.length === 0) continue;
      seconds += samples.length / sampleRateHz;
      peak = Math.max(peak, findPeak(samples));
      if (seconds > getMaxSeconds(characters)) throw wrongSound('far longer than the text');
      yield samples;
    }
  }
  if (seconds === 0 && ending) return;
  if (ending !== 'whole') throw cutSound(ending);
  if (peak < silence) throw wrongSound('silent');
  if (seconds < getMinSeconds(characters)) throw wrongSound('far shorter than the text');
}

function findPeak(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

function cutSound(ending: Ending | undefined): CodedError {
  return new CodedError('provider_garbage', {
    message: fill(engineMessages.answerCut),
    cause: new LoggedCause(`the sound ended as: ${ending ?? 'broken off'}`),
  });
}

function wrongSound(found: string): CodedError {
  return new CodedError('provider_garbage', { cause: new LoggedCause(`the sound is ${found}`) });
}
