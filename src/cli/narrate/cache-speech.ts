import type { SpeechEngine, SpeechRequest } from '#engines/ports.ts';
import { wrapSpeech } from '#engines/wrap-engine.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { trimSilence } from '#media/sound/line-sound.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { hashKey, type SoundStore } from './sound-store.ts';

/** Longer sounds are not cached; a line takes a hundredth of this. */
const maxBytes = 32 * 1024 ** 2;
/** Increase it when the format of the files changes. */
const version = 1;
/** Samples are cached and played as 16 bits. */
const fullScale = 32_768;

interface Head {
  /** Undefined for mp3. */
  readonly sampleRateHz?: number | undefined;
  readonly cues?: readonly SpokenCue[] | undefined;
  /** Of the provider, as base64. */
  readonly manifests?: readonly string[] | undefined;
}

/** How many texts were spoken, and how many came from the cache. */
export interface SpokenCounts {
  spoken: number;
  kept: number;
}

/** Wraps an engine with a cache by text, voice, language, manner and IPA. */
export function cacheSpeech(
  engine: SpeechEngine,
  store: SoundStore | undefined,
  counts: SpokenCounts,
): SpeechEngine {
  return wrapSpeech(engine, async request => {
    const { voice, manner, ipa } = request;
    // What an engine cannot perform changes nothing.
    const own = [
      manner && engine.manners?.includes(manner) ? manner : undefined,
      ipa?.length ? ipa : undefined,
    ];
    const more = own.some(each => each !== undefined) ? own : [];
    const id = typeof voice === 'string' ? voice : `:${voice.id}`;
    const key = hashKey([version, engine.identity, id, request.language.code, request.text, ...more]);
    const kept = await store?.find(key);
    if (kept) {
      counts.kept++;
      return toSound(kept);
    }
    counts.spoken++;
    const sound = await engine.speak(request);
    return store ? cacheWhileRead(sound, content => store.keep(key, content), request) : sound;
  });
}

/** Passes a sound through and caches it once it was read to its end. */
function cacheWhileRead(
  sound: SpokenSound,
  keep: (content: Uint8Array) => Promise<void>,
  { signal }: SpeechRequest,
): SpokenSound {
  let pieces: Uint8Array[] | undefined = [];
  let bytes = 0;
  const collect = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > maxBytes) pieces = undefined;
    pieces?.push(piece);
  };
  const finish = async () => {
    if (!pieces || signal.aborted || (sound.format === 'mp3' && !(await isAudible(pieces)))) return;
    const { cues } = sound;
    const manifests = sound.manifests?.map(each => Buffer.from(each).toString('base64'));
    const head: Head = {
      sampleRateHz: sound.format === 'pcm' ? sound.sampleRateHz : undefined,
      cues,
      manifests,
    };
    // A full disk only slows down the next run.
    await keep(joinArrays(Uint8Array, [writeHead(head), ...pieces])).catch(() => {});
  };
  async function* passMp3(source: AsyncIterable<Uint8Array>) {
    for await (const piece of source) {
      collect(piece);
      yield piece;
    }
    await finish();
  }
  async function* passSamples(source: AsyncIterable<Float32Array>) {
    for await (const samples of source) {
      const rounded = round(samples);
      collect(new Uint8Array(rounded.buffer));
      // Yields the rounded samples, so that a second run gives the same file.
      yield toSamples(rounded);
    }
    await finish();
  }
  return sound.format === 'mp3'
    ? { ...sound, bytes: passMp3(sound.bytes) }
    : { ...sound, samples: passSamples(sound.samples) };
}

/** An mp3 that cannot be decoded, or is silent, must not be cached. */
async function isAudible(mp3: readonly Uint8Array[]): Promise<boolean> {
  try {
    let isHeard = false;
    for await (const { samples } of decodeMp3(reportOnce(joinArrays(Uint8Array, mp3))))
      isHeard ||= trimSilence({ sampleRateHz: 1, samples }).samples.length > 0;
    return isHeard;
  } catch {
    return false;
  }
}

function writeHead(head: Head): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(head)}\n`);
}

function toSound(content: Buffer): SpokenSound {
  const end = content.indexOf('\n');
  const { sampleRateHz, cues, manifests: kept }: Head = JSON.parse(content.toString('utf8', 0, end));
  const manifests = kept?.map(each => new Uint8Array(Buffer.from(each, 'base64')));
  const body = new Uint8Array(content.subarray(end + 1));
  if (sampleRateHz === undefined) return { format: 'mp3', bytes: reportOnce(body), cues, manifests };
  return {
    format: 'pcm',
    sampleRateHz,
    samples: reportOnce(toSamples(new Int16Array(body.buffer))),
    cues,
    manifests,
  };
}

async function* reportOnce<Piece>(piece: Piece): AsyncGenerator<Piece> {
  yield piece;
}

function round(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, sample =>
    Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale))),
  );
}

function toSamples(rounded: Int16Array): Float32Array {
  return Float32Array.from(rounded, level => level / fullScale);
}
