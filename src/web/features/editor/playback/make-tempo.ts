import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { changeTempo } from '#media/sound/change-tempo.ts';
import type { PlainSound } from '#media/sound/plain-sound.ts';
import { decodeYielding } from './decode-yielding.ts';

// Decoder and encoder of mp3: fetched when the speed is first changed.

/**
 * A recording as mp3 at another tempo and the same pitch.
 * @param speed 0.5 to 2
 * @param report receives the seconds of the recording that are done
 * @throws {CodedError} `provider_garbage` when there is no sound in it
 */
export async function makeTempo(
  recording: Blob,
  { speed, signal, report }: { speed: number; signal: AbortSignal; report: (doneSeconds: number) => void },
): Promise<Blob> {
  let doneSeconds = 0;
  async function* decode(): AsyncGenerator<PlainSound> {
    for await (const sound of decodeYielding(recording, signal)) {
      yield sound;
      doneSeconds += sound.samples.length / sound.sampleRateHz;
      report(doneSeconds);
    }
  }
  const pieces: BlobPart[] = [];
  for await (const bytes of encodeMp3(changeTempo(decode(), speed))) pieces.push(Uint8Array.from(bytes));
  return new Blob(pieces, { type: 'audio/mpeg' });
}
