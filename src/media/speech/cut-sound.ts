import { joinArrays } from '#shared/join-arrays.ts';
import { joinBytes } from '../container/iso-boxes.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { usualLeadIn } from '../mp3/info-frame.ts';
import { startMp3Encoder } from '../mp3/mp3-encoder.ts';
import { readOriginal } from '../sound/decode-video-sound.ts';
import { chooseSpokenSound } from './find-speech.ts';

export interface SoundPart {
  /** In seconds from the first picture. */
  readonly startSeconds: number;
  readonly durationSeconds: number;
  /** Mono, 16 kHz, 32 kbit/s. A time in it, as any decoder plays it, is that of the part. */
  readonly mp3: Uint8Array<ArrayBuffer>;
}

export interface CuttingOptions {
  readonly maxSeconds: number;
  readonly signal: AbortSignal;
  /** Gets the seconds that were read; awaited, so that the page can yield. */
  readonly noteProgress?: ((reachedSeconds: number) => void | Promise<void>) | undefined;
}

/** What recognisers listen at. */
const rateHz = 16_000;
const bitrate = 32_000;
const blockSamples = 2 * rateHz;
/** A part is cut in its last quarter, at most a minute before its latest end. */
const searched = { share: 0.25, maxSeconds: 60 } as const;
/** A pause is found to a hundredth of a second. */
const frameSamples = rateHz / 100;
const pauseFrames = 30;

/**
 * Encodes the sound of a video ({@link chooseSpokenSound}) in parts that are cut where it is quietest. Silence stands for damage
 * and for what is missing before the end. Memory is bounded: one coded part, and a minute of sound.
 * @returns nothing for a video without sound, or with none that can be decoded here
 * @throws CodedError `invalid_video` if the file breaks off, `client_closed` when the signal fires
 */
export async function* cutSound(
  video: OpenVideo,
  { maxSeconds, signal, noteProgress }: CuttingOptions,
): AsyncGenerator<SoundPart> {
  const maxSamples = Math.floor(maxSeconds * rateHz);
  const plainSamples = maxSamples - Math.min(maxSamples * searched.share, searched.maxSeconds * rateHz);
  let part: Awaited<ReturnType<typeof startPart>> | undefined;
  let held: Float32Array[] = [];
  let heldSamples = 0;
  try {
    for await (const samples of readMono(video, signal)) {
      part ??= await startPart(0);
      if (part.length + heldSamples + samples.length > maxSamples) {
        const searchable = joinArrays(Float32Array, held);
        const cut = findQuietPlace(searchable);
        await part.add(searchable.subarray(0, cut));
        yield await part.finish();
        part = await startPart(part.start + part.length);
        held = [searchable.subarray(cut)];
        heldSamples -= cut;
      }
      held.push(samples);
      heldSamples += samples.length;
      if (heldSamples >= blockSamples && part.length + heldSamples < plainSamples) {
        await part.add(joinArrays(Float32Array, held));
        held = [];
        heldSamples = 0;
      }
      await noteProgress?.((part.start + part.length + heldSamples) / rateHz);
    }
    await part?.add(joinArrays(Float32Array, held));
    if (part && part.length > usualLeadIn) yield await part.finish();
  } finally {
    await part?.close();
  }
}

async function* readMono(video: OpenVideo, signal: AbortSignal): AsyncGenerator<Float32Array> {
  const { startSeconds, durationSeconds } = video;
  const track = await chooseSpokenSound(video, signal);
  if (!track) return;
  const request = { startSeconds, sampleRateHz: rateHz, pauses: [], signal };
  let left = Math.round(durationSeconds * rateHz);
  for await (const [mono = new Float32Array()] of readOriginal(track, { ...request, isMono: true })) {
    yield mono.subarray(0, left);
    left -= mono.length;
    if (left <= 0) return;
  }
}

/**
 * Decoders put silence before an mp3, and only some know from an information frame how much. So there is none, and as much of the
 * part's beginning, which is quiet, is left out.
 * @param start in samples
 */
async function startPart(start: number) {
  const encoder = await startMp3Encoder(rateHz, { bitrate });
  // Joined now and then: thousands of single frames take ten times their bytes.
  const encoded: Uint8Array[] = [];
  let length = 0;
  return {
    start,
    get length(): number {
      return length;
    },
    async add(samples: Float32Array): Promise<void> {
      const skipped = Math.max(0, usualLeadIn - length);
      length += samples.length;
      await encoder.add(samples.subarray(skipped), rateHz);
      encoded.push(encoder.takeEncoded());
    },
    async finish(): Promise<SoundPart> {
      const mp3 = joinBytes([...encoded, await encoder.finish()]);
      return { startSeconds: start / rateHz, durationSeconds: length / rateHz, mp3 };
    },
    close: () => encoder.close(),
  };
}

/** The sample in the middle of the quietest 0.3 s. */
function findQuietPlace(samples: Float32Array): number {
  const energies = Array.from({ length: Math.floor(samples.length / frameSamples) }, (_, frame) =>
    samples
      .subarray(frame * frameSamples, (frame + 1) * frameSamples)
      .reduce((sum, sample) => sum + sample * sample, 0),
  );
  let quietest = { frame: 0, energy: Number.POSITIVE_INFINITY };
  for (let frame = 0; frame + pauseFrames <= energies.length; frame++) {
    const energy = energies.slice(frame, frame + pauseFrames).reduce((sum, each) => sum + each, 0);
    if (energy <= quietest.energy) quietest = { frame, energy };
  }
  return Math.min((quietest.frame + pauseFrames / 2) * frameSamples, samples.length);
}
