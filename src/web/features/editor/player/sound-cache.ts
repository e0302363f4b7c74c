import { computeSeconds, findSection, indexMp3, type Mp3Index } from '#media/mp3/decode-mp3.ts';
import { readPieces } from '../../../lib/call-server.ts';
import { noteFailure } from '../../../lib/failures.ts';
import type { DecodedSound } from './decoded-sound.ts';
import { SoundDecoder } from './sound-decoder.ts';
import type { SoundSource, VoiceClip } from './voice-clip.ts';

/** Half an hour of speech at 24 kHz. What was not heard for longest goes first, and is decoded again when it is due. */
const maxBytes = 88 * 1024 * 1024;

/** What is known of an mp3 as long as somebody has it. */
interface KnownMp3 {
  readonly id: number;
  index?: Promise<Mp3Index>;
  /** By the part that they are of. */
  readonly peaks: Map<string, Float32Array>;
}

type ClipSound = Pick<VoiceClip, 'sound' | 'speed'>;

const never = new AbortController().signal;

/** Sounds as they are heard, decoded once, and kept within bounds of memory. */
class SoundCache {
  readonly #decoder = new SoundDecoder();
  readonly #known = new WeakMap<Blob, KnownMp3>();
  /** In the order of use. */
  readonly #decoded = new Map<string, DecodedSound>();
  readonly #loading = new Map<string, Promise<DecodedSound | undefined>>();
  /** Not tried again with each frame. */
  readonly #failed = new Set<string>();
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

  hasFailed(clip: ClipSound): boolean {
    return this.#failed.has(this.#nameSound(clip));
  }

  /** @returns undefined where it cannot be decoded: the voice is silent there, and the failure is noted */
  load(clip: ClipSound): Promise<DecodedSound | undefined> {
    const key = this.#nameSound(clip);
    const found = this.find(clip);
    if (found || this.#failed.has(key)) return Promise.resolve(found);
    const loading = this.#loading.get(key) ?? this.#loadAnew(key, clip);
    this.#loading.set(key, loading);
    return loading;
  }

  /** How loud a sound is over time; undefined until it was decoded once. */
  findPeaks(sound: SoundSource): Float32Array | undefined {
    return this.#know(sound.mp3).peaks.get(namePart(sound));
  }

  /**
   * How long a recording is as players play it, in seconds; without decoding it.
   * @throws {CodedError} `provider_garbage` for what is no mp3
   */
  async measureSeconds(mp3: Blob): Promise<number> {
    return computeSeconds(await this.#index(mp3));
  }

  #index(mp3: Blob): Promise<Mp3Index> {
    const known = this.#know(mp3);
    known.index ??= indexMp3(readPieces(new Response(mp3), never));
    return known.index;
  }

  async #loadAnew(key: string, clip: ClipSound): Promise<DecodedSound | undefined> {
    try {
      const decoded = await (clip.speed === 1 ? this.#decode(clip.sound) : this.#changeSpeed(clip));
      if (decoded) this.#keep(key, decoded);
      else this.#failed.add(key);
      return decoded;
    } catch (error) {
      noteFailure(error);
      this.#failed.add(key);
      return undefined;
    } finally {
      this.#loading.delete(key);
    }
  }

  async #changeSpeed({ sound, speed }: ClipSound): Promise<DecodedSound | undefined> {
    const natural = await this.load({ sound, speed: 1 });
    return natural && this.#decoder.decode({ sound: natural, speed });
  }

  async #decode(sound: SoundSource): Promise<DecodedSound> {
    const { mp3, fromSeconds = 0, toSeconds } = sound;
    const isWhole = fromSeconds === 0 && toSeconds === undefined;
    const decoded = await (isWhole
      ? this.#decoder.decode({ mp3 })
      : this.#decodePart(mp3, fromSeconds, toSeconds));
    this.#know(mp3).peaks.set(namePart(sound), decoded.peaks);
    return decoded;
  }

  async #decodePart(mp3: Blob, fromSeconds: number, toSeconds: number | undefined): Promise<DecodedSound> {
    const section = findSection(await this.#index(mp3), fromSeconds, toSeconds);
    return this.#decoder.decode({ mp3: mp3.slice(section.fromByte, section.toByte), section });
  }

  #keep(key: string, decoded: DecodedSound): void {
    this.#decoded.set(key, decoded);
    this.#bytes += decoded.samples.byteLength;
    for (const [oldKey, { samples }] of this.#decoded) {
      if (this.#bytes <= maxBytes) break;
      this.#decoded.delete(oldKey);
      this.#bytes -= samples.byteLength;
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

function namePart({ fromSeconds = 0, toSeconds }: SoundSource): string {
  return `${fromSeconds} ${toSeconds ?? ''}`;
}

/** Shared by all that is heard and drawn. */
export const soundCache = new SoundCache();
