import { CodedError } from '#shared/errors.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { decodeMp3 } from './decode-mp3.ts';
import { encodeMp3, type PlainSound } from './encode-mp3.ts';
import { untilCancelled } from './until-cancelled.ts';

/**
 * Makes spoken pieces one mp3 without a gap, and streams it as it is made. A single mp3 passes through untouched; several
 * are decoded and encoded once. Every source is closed, however it ends.
 * @param isSingle there is one piece at most. Told, because waiting for a second one would keep the first from being heard
 * @throws CodedError what a piece throws, `client_closed` when the signal fires, `provider_garbage` for an mp3 without sound
 */
export async function* joinSpeech(
  sounds: AsyncIterable<SpokenSound>,
  { isSingle }: { readonly isSingle: boolean },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = untilCancelled(sounds, signal);
  /** Taken from the source, but not begun. */
  const waiting: SpokenSound[] = [];
  const takeNext = async () => {
    const next = await source.next();
    if (!next.done) waiting.push(next.value);
    return !next.done;
  };
  try {
    await takeNext();
    const [first] = waiting;
    if (isSingle && first?.format === 'mp3') {
      waiting.pop();
      yield* untilCancelled(first.bytes, signal);
    } else yield* encodeMp3(readPlain(waiting, takeNext, signal));
  } catch (error) {
    if (error instanceof CodedError) throw error;
    throw new CodedError('internal', {
      message: 'The sound could not be made. Please try again.',
      cause: error,
    });
  } finally {
    await source.return();
    for (const sound of waiting) await getPieces(sound)[Symbol.asyncIterator]().return?.();
  }
}

async function* readPlain(
  waiting: SpokenSound[],
  takeNext: () => Promise<boolean>,
  signal: AbortSignal,
): AsyncGenerator<PlainSound, void, undefined> {
  while (waiting.length > 0 || (await takeNext())) {
    const sound = waiting.shift();
    if (sound?.format === 'mp3') yield* decodeMp3(untilCancelled(sound.bytes, signal));
    else if (sound) {
      const { sampleRateHz } = sound;
      for await (const samples of untilCancelled(sound.samples, signal)) yield { sampleRateHz, samples };
    }
  }
}

function getPieces(sound: SpokenSound): AsyncIterable<unknown> {
  return sound.format === 'mp3' ? sound.bytes : sound.samples;
}
