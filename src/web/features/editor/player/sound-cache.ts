import { computeSeconds, findSection, indexMp3, type Mp3Index } from '#media/mp3/decode-mp3.ts';
import { CodedError } from '#shared/errors.ts';
import { readPieces } from '../../../lib/call-server.ts';
import { noteFailure } from '../../../lib/failures.ts';
import type { DecodeAnswer, DecodedSound, DecodeQuestion } from './decode-worker.ts';
import type { SoundSource, VoiceClip } from './voice-clip.ts';

/** Half an hour of speech at 24 kHz. What was not heard for longest goes first, and is decoded again when it is due. */
const maxBytes = 88 * 1024 * 1024;

type KnownMp3 = { readonly id: number; index?: Promise<Mp3Index>; readonly peaks: Map<string, Float32Array> };

type ClipSound = Pick<VoiceClip, 'sound' | 'speed'>;

const never = new AbortController().signal;

let worker: Worker | undefined;
let questionCount = 0;
const waiting = new Map<number, PromiseWithResolvers<DecodedSound>>();

/** Asks the worker, which is started with the first question. @throws {CodedError} `provider_garbage` when there is no sound in an mp3 */
function decode(question: DecodeQuestion): Promise<DecodedSound> {
  worker ??= startWorker();
  const id = ++questionCount;
  const answer = Promise.withResolvers<DecodedSound>();
  waiting.set(id, answer);
  worker.postMessage({ id, question });
  return answer.promise;
}

function startWorker(): Worker {
  const started = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<DecodeAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('sound' in data) asked?.resolve(data.sound);
    else asked?.reject(new CodedError(data.code, { message: data.message }));
  });
  // The worker's own code did not arrive, or broke.
  started.addEventListener('error', event => {
    for (const { reject } of waiting.values()) reject(new CodedError('internal', { cause: event }));
    waiting.clear();
    worker = undefined;
  });
  return started;
}

class SoundCache {
  readonly #known = new WeakMap<Blob, KnownMp3>();
  /** In the order of use; undefined where it cannot be decoded, which is not tried again with each frame. */
  readonly #decoded = new Map<string, DecodedSound | undefined>();
  readonly #loading = new Map<string, Promise<DecodedSound | undefined>>();
  #bytes = 0;
  #knownCount = 0;

  find(clip: ClipSound): DecodedSound | undefined {
    const key = this.#nameSound(clip);
    const found = this.#decoded.get(key);
    if (!found) return undefined;
    this.#decoded.delete(key);
    this.#decoded.set(key, found);
    return found;
  }

  isSettled(clip: ClipSound): boolean {
    return this.#decoded.has(this.#nameSound(clip));
  }

  /** @returns undefined where it cannot be decoded: the voice is silent there, and the failure is noted */
  load(clip: ClipSound): Promise<DecodedSound | undefined> {
    const key = this.#nameSound(clip);
    if (this.#decoded.has(key)) return Promise.resolve(this.find(clip));
    const loading = this.#loading.get(key) ?? this.#loadAnew(key, clip);
    this.#loading.set(key, loading);
    return loading;
  }

  findPeaks(sound: SoundSource): Float32Array | undefined {
    return this.#know(sound.mp3).peaks.get(namePart(sound));
  }

  /** How long a recording is as players play it, in seconds; without decoding it. @throws {CodedError} `provider_garbage` for what is no mp3 */
  async measureSeconds(mp3: Blob): Promise<number> {
    return computeSeconds(await this.#index(mp3));
  }

  #index(mp3: Blob): Promise<Mp3Index> {
    const known = this.#know(mp3);
    known.index ??= indexMp3(readPieces(new Response(mp3), never));
    return known.index;
  }

  async #loadAnew(key: string, { sound, speed }: ClipSound): Promise<DecodedSound | undefined> {
    let decoded: DecodedSound | undefined;
    try {
      decoded = await (speed === 1 ? this.#decode(sound) : this.load({ sound, speed: 1 }));
      if (decoded && speed !== 1) decoded = await decode({ sound: decoded, speed });
    } catch (error) {
      decoded = undefined;
      noteFailure(error);
    }
    this.#keep(key, decoded);
    this.#loading.delete(key);
    return decoded;
  }

  async #decode(sound: SoundSource): Promise<DecodedSound> {
    const { mp3, fromSeconds = 0, toSeconds } = sound;
    const isWhole = fromSeconds === 0 && toSeconds === undefined;
    const section = isWhole ? undefined : findSection(await this.#index(mp3), fromSeconds, toSeconds);
    const decoded = await decode(
      section ? { mp3: mp3.slice(section.fromByte, section.toByte), section } : { mp3 },
    );
    this.#know(mp3).peaks.set(namePart(sound), decoded.peaks);
    return decoded;
  }

  #keep(key: string, decoded: DecodedSound | undefined): void {
    this.#decoded.set(key, decoded);
    this.#bytes += decoded?.samples.byteLength ?? 0;
    for (const [oldKey, old] of this.#decoded) {
      if (this.#bytes <= maxBytes) break;
      this.#decoded.delete(oldKey);
      this.#bytes -= old?.samples.byteLength ?? 0;
    }
  }

  #nameSound({ sound, speed }: ClipSound): string {
    return `${this.#know(sound.mp3).id} ${namePart(sound)} ${speed}`;
  }

  #know(mp3: Blob): KnownMp3 {
    const known = this.#known.get(mp3) ?? { id: ++this.#knownCount, peaks: new Map() };
    this.#known.set(mp3, known);
    return known;
  }
}

const namePart = ({ fromSeconds = 0, toSeconds }: SoundSource): string => `${fromSeconds} ${toSeconds ?? ''}`;

export const soundCache = new SoundCache();
